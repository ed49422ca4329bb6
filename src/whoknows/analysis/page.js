const turn = document.getElementById("turn"), eyes = document.getElementById("eyes");
const show = () => {
  const now = +turn.value;
  document.getElementById("board").innerHTML = BOARDS[eyes.value][now];
  document.getElementById("where").textContent = `turn ${now} of ${turn.max}`;
  for (const row of document.querySelectorAll("tbody tr"))
    row.classList.toggle("now", +row.dataset.turn === now);
  try { history.replaceState(null, "", `#turn=${now}&eyes=${eyes.value}`); } catch { }
};
const go = (to) => { turn.value = Math.max(0, Math.min(+turn.max, to)); show(); };
const asked = new URLSearchParams(location.hash.slice(1));
if (asked.get("eyes") in BOARDS) eyes.value = asked.get("eyes");
if (asked.get("turn")) turn.value = +asked.get("turn") || 0;
turn.addEventListener("input", show);
eyes.addEventListener("change", show);
document.getElementById("back").onclick = () => go(+turn.value - 1);
document.getElementById("on").onclick = () => go(+turn.value + 1);
document.addEventListener("click", (e) => {
  const found = e.target.closest("[data-turn]");
  if (found) go(+found.dataset.turn);
});
document.addEventListener("keydown", (e) => {
  if (e.altKey || e.ctrlKey || e.metaKey) return;
  const row = e.target.closest("tr[data-turn]");
  if (row && e.key === "Enter") go(+row.dataset.turn);
  if (e.target.closest("input, select")) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (by) { e.preventDefault(); go(+turn.value + by); }
});
show();
