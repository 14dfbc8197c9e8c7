// A replay: steps, scrubber, play, keyboard, and the link to the present moment.
import { copies } from "./copy.js";
import { banner } from "./live.js";

const root = document.getElementById("replay");
const part = (name) => document.getElementById(name);
const id = root.dataset.table;
const who = root.dataset.who;
const steps = root.dataset.steps ? root.dataset.steps.split(" ").map(Number) : [];
const say = banner(part("connection"));
const AHEAD = 4;
const MOST_KEPT = 200;
const kept = new Map();
let index = Number(part("scrubber").value);
let wanted = 0;
let timer = 0;

function load(number) {
  if (kept.has(number)) return kept.get(number);
  const query = new URLSearchParams({ at: steps[number], since: number ? steps[number - 1] : 0, as: who });
  const loading = fetch(`/replay/${id}/frame?${query}`, { headers: { Accept: "application/json" } }).then(
    async (response) => {
      const said = await response.json();
      if (!response.ok) throw new Error(said.error);
      return said;
    },
  );
  kept.set(number, loading);
  loading.catch(() => kept.delete(number));
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  return loading;
}

async function go(number) {
  if (!steps.length) return;
  const target = Math.min(Math.max(number, 0), steps.length - 1);
  const order = (wanted += 1);
  const began = performance.now();
  part("scrubber").value = target;
  try {
    const step = await load(target);
    if (order !== wanted) return;
    index = target;
    show(step);
    root.dataset.took = String(performance.now() - began);
    say("");
  } catch (problem) {
    if (order !== wanted) return;
    const offline = problem instanceof TypeError;
    say(offline ? "The connection is lost. Trying again …" : problem.message);
    if (offline) setTimeout(() => order === wanted && go(target), 1500);
    else pause();
    return;
  }
  for (let ahead = 1; ahead <= AHEAD; ahead += 1) if (index + ahead < steps.length) load(index + ahead).catch(() => {});
  if (index > 0) load(index - 1).catch(() => {});
}

function show(step) {
  const board = part("board");
  const before = new Set([...board.querySelectorAll("[data-id]")].map((one) => one.dataset.id));
  board.innerHTML = step.board;
  if (before.size) {
    for (const one of board.querySelectorAll("[data-id]")) one.classList.toggle("fresh", !before.has(one.dataset.id));
  }
  part("words").replaceChildren(
    ...step.words.map((words) => {
      const item = document.createElement("li");
      item.textContent = words;
      return item;
    }),
  );
  mark(step.version);
  const address = `/replay/${id}?at=${step.version}${who ? `&as=${who}` : ""}`;
  history.replaceState(null, "", address);
  part("permalink").value = new URL(address, location.href).href;
  part("eyes").elements.at.value = step.version;
}

function mark(version) {
  const where = `step ${index + 1} of ${steps.length}`;
  part("scrubber").setAttribute("aria-valuetext", where);
  part("where").textContent = `${where}, moment ${version}`;
  const points = part("points");
  for (const item of points.children) {
    const at = Number(item.dataset.version);
    item.hidden = at > version;
    item.classList.toggle("fresh", at <= version && index > 0 && at > steps[index - 1]);
  }
  points.scrollTop = points.scrollHeight;
  const chapters = [...part("chapter").options];
  const current = chapters.filter((option) => Number(option.value) <= version).pop();
  if (current) part("chapter").value = current.value;
  for (const link of part("chapters").querySelectorAll("a")) {
    if (current && link.dataset.version === current.value) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const chart = document.querySelector("svg.chart");
  if (chart) {
    const { left, right, first, versions } = chart.dataset;
    const shown = Math.max(version - Number(first), 0) / Math.max(Number(versions) - Number(first), 1);
    const x = Number(left) + (Number(right) - Number(left)) * shown;
    const now = chart.querySelector(".now");
    now.removeAttribute("hidden");
    now.setAttribute("x1", x);
    now.setAttribute("x2", x);
  }
}

// The step that shows a version: the first one at which its command was complete.
function stepOf(version) {
  const found = steps.findIndex((one) => one >= version);
  return found < 0 ? steps.length - 1 : found;
}

// ---- play

function playing() {
  return timer !== 0;
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  part("play").setAttribute("aria-pressed", "false");
  part("play").textContent = "Play";
}

async function tick() {
  const began = performance.now();
  await go(index + 1);
  if (!playing()) return;
  if (index >= steps.length - 1) {
    pause();
    return;
  }
  const length = 1000 / Number(part("speed").value);
  timer = setTimeout(tick, Math.max(length - (performance.now() - began), 20));
}

function toggle() {
  if (playing()) {
    pause();
    return;
  }
  if (index >= steps.length - 1) go(0);
  part("play").setAttribute("aria-pressed", "true");
  part("play").textContent = "Pause";
  timer = setTimeout(tick, 50);
}

function jump(number) {
  pause();
  go(number);
}

part("play").addEventListener("click", toggle);
const buttons = { first: () => 0, previous: () => index - 1, next: () => index + 1, last: () => steps.length - 1 };
for (const [name, target] of Object.entries(buttons)) {
  part(name).addEventListener("click", (event) => {
    event.preventDefault();
    jump(target());
  });
}
part("scrubber").addEventListener("input", (event) => jump(Number(event.target.value)));
part("chapter").addEventListener("change", (event) => jump(stepOf(Number(event.target.value))));
for (const list of ["chapters", "points"]) {
  part(list).addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    jump(stepOf(Number(new URL(link.href).searchParams.get("at"))));
  });
}
part("as").addEventListener("change", () => part("eyes").requestSubmit());
part("eyes-go").hidden = true;
copies(part("permalink"), part("copy"));

// The first step of the chapter before or after the present one.
function chapterFrom(direction) {
  const firsts = [...part("chapter").options].map((option) => stepOf(Number(option.value)));
  const others = direction > 0 ? firsts.filter((one) => one > index) : firsts.filter((one) => one < index).reverse();
  return others.length ? others[0] : direction > 0 ? steps.length - 1 : 0;
}

const KEYS = { ArrowLeft: () => index - 1, ArrowRight: () => index + 1, Home: () => 0, End: () => steps.length - 1, PageUp: () => chapterFrom(-1), PageDown: () => chapterFrom(1) };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const on = event.target;
  if (on.closest("select, textarea, input:not([type=range])")) return;
  if (event.key === " ") {
    if (on.closest("button, a, summary")) return;
    event.preventDefault();
    toggle();
  } else if (KEYS[event.key] && !on.closest("#scrubber")) {
    event.preventDefault();
    jump(KEYS[event.key]());
  }
});

part("permalink").value = new URL(part("permalink").value, location.href).href;
mark(Number(root.dataset.at));
if (steps.length) {
  for (let ahead = 1; ahead <= AHEAD; ahead += 1) if (index + ahead < steps.length) load(index + ahead).catch(() => {});
}
