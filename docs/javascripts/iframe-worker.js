// A page that is opened from the disk may not start a worker, and search is done by one.
// There, a hidden frame takes its place: it runs the same script and passes messages on.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.answer(data);
      inside.importScripts = (...scripts) => scripts.forEach((each) => this.load(each));
      this.load(url, () => {
        this.ready = true;
        this.waiting.forEach((data) => this.tell(data));
      });
    }
    load(url, then = () => {}) {
      const script = this.frame.contentDocument.createElement("script");
      script.src = url;
      script.onload = then;
      this.frame.contentDocument.body.append(script);
    }
    tell(data) {
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }
    answer(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }
    postMessage(data) {
      this.ready ? this.tell(data) : this.waiting.push(data);
    }
    terminate() {
      this.frame.remove();
    }
  };
}
