// The playground: where the cursor was last, what is inserted there, and the arrow keys.
(() => {
  if (window.wkNotebook) return;
  window.wkNotebook = true;
  let last = null;
  document.addEventListener('focusin', e => {
    if (e.target.matches('.wk-cell textarea')) last = e.target;
  });
  document.addEventListener('mousedown', e => {
    if (e.target.closest('[data-insert]')) e.preventDefault(); // the cursor stays
  });
  document.addEventListener('click', e => {
    const button = e.target.closest('[data-insert]');
    if (!button) return;
    if (!last || !last.isConnected) last = [...document.querySelectorAll('.wk-cell textarea')].pop();
    if (!last) return;
    last.focus();
    last.setRangeText(button.dataset.insert, last.selectionStart, last.selectionEnd, 'end');
    last.dispatchEvent(new Event('input', {bubbles: true}));
  });
  document.addEventListener('keydown', e => {
    if (e.target.closest('input, textarea, [role=listbox], .q-menu')) return;
    const stage = document.querySelector('.wk-stage');
    const name = {ArrowLeft: 'Step back', ArrowRight: 'Step on'}[e.key];
    const button = stage && name && stage.querySelector(`[aria-label="${name}"]`);
    if (!button || button.disabled) return;
    e.preventDefault();
    button.click();
  });
})();
