// A table: follows it, gives answers, tells what happened.
import { banner, follow } from "./live.js";
import { Picking } from "./picking.js";

const root = document.getElementById("table");
const id = root.dataset.table;
const part = (name) => document.getElementById(name);
const say = banner(part("connection"));
const complain = banner(part("notice"));
const title = document.title;
let token = root.dataset.token;
let asked = ""; // the version of the page whose answer is under way
let told = 0;
let first = 0;
let telling = false;
let more = false;

// ---- answers

const picking = new Picking(part("board"), part("bar"), (button) => answer(button));

async function post(form, submitter) {
  const version = root.dataset.version;
  if (asked === version) return; // pressed twice; but the stream may show what came of it before the answer is back
  asked = version;
  root.classList.add("busy");
  complain("");
  const fields = new URLSearchParams(new FormData(form, submitter));
  const began = performance.now();
  try {
    const said = await send(form.getAttribute("action"), fields);
    root.dataset.acknowledged = String(performance.now());
    root.dataset.took = String(performance.now() - began);
    if (said.said) complain(said.said);
  } catch (problem) {
    complain(problem.message);
    picking.begin();
  } finally {
    if (asked === version) {
      asked = "";
      root.classList.remove("busy");
    }
  }
}

// The same form goes out again while nobody answers: it carries ids, so that it is carried out once.
async function send(address, fields) {
  for (let attempt = 0; ; attempt += 1) {
    let response;
    try {
      response = await fetch(address, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    } catch {
      if (attempt >= 5) throw new Error("There is no connection; nothing may have happened. Try again.");
      say("The connection is lost. Trying again …");
      await new Promise((wake) => setTimeout(wake, 400 * 2 ** attempt));
      continue;
    }
    if (response.status === 503 && attempt < 5) {
      say("The game server can't be reached. Trying again …");
      await new Promise((wake) => setTimeout(wake, 400 * 2 ** attempt));
      continue;
    }
    say("");
    const said = await response.json().catch(() => ({ error: "That did not work." }));
    if (response.ok) return said;
    throw new Error(said.rule ? `${said.error} (rule ${said.rule})` : said.error);
  }
}

function answer(button) {
  return post(button.form, button);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "answer-form" && !("do" in form.dataset)) return;
  event.preventDefault();
  post(form, event.submitter);
});

// ---- the parts of the page that change

function place(name, html) {
  const element = part(name);
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused && (focused.dataset.pick || focused.textContent.trim());
  const open = [...element.querySelectorAll("details")].map((one) => [one.querySelector("summary").firstChild.data, one.open]);
  const before = name === "board" ? new Set([...element.querySelectorAll("[data-id]")].map((one) => one.dataset.id)) : null;
  element.innerHTML = html;
  for (const [summary, isOpen] of open) {
    for (const one of element.querySelectorAll("details")) {
      if (one.querySelector("summary").firstChild.data === summary) one.open = isOpen;
    }
  }
  if (before && before.size) {
    for (const one of element.querySelectorAll("[data-id]")) one.classList.toggle("fresh", !before.has(one.dataset.id));
  }
  if (!focused) return;
  const same = [...element.querySelectorAll("button, [tabindex]")].find(
    (one) => (one.dataset.pick || one.textContent.trim()) === key,
  );
  if (same) same.focus();
  else part("main").focus({ preventScroll: true });
}

function update(news) {
  if (news.version < Number(root.dataset.version)) {
    told = 0; // history went back: what was told after this point counts no more
    part("log").replaceChildren();
  }
  for (const [name, html] of Object.entries(news.pieces)) place(name, html);
  if (!part("further")) for (const one of part("log").querySelectorAll(".back")) one.remove();
  root.dataset.version = String(news.version);
  root.dataset.shown = String(performance.now());
  document.title = news.turn ? `● ${title}` : title;
  picking.begin();
  tick();
  tell();
}

// ---- clocks

// Counts down to the moments at which time runs out; the server alone decides that it did.
function tick() {
  for (const time of document.querySelectorAll("time[data-deadline]")) {
    const left = Math.max(0, Math.floor((new Date(time.dateTime) - Date.now()) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (number) => String(number).padStart(2, "0");
    time.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
    time.closest(".clock").classList.toggle("hurry", left < 20);
  }
}

setInterval(tick, 1000);
tick();

follow(
  () => `/tables/${id}/live?after=${encodeURIComponent(token)}`,
  {
    table: (news) => {
      token = news.token;
      update(news);
    },
    gone: () => location.reload(),
  },
  say,
);

// ---- the log

function lines(said, atTop) {
  const log = part("log");
  const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 30;
  const items = said.lines.map((line) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `/replay/${id}?at=${line.version}`;
    link.textContent = line.version;
    link.title = "see this moment again";
    item.append(link, ` ${line.words}`);
    if (part("further")) item.append(backTo(line.version));
    return item;
  });
  if (atTop) log.prepend(...items);
  else log.append(...items);
  if (!atTop && atEnd) log.scrollTop = log.scrollHeight;
}

// A button that prepares asking the others to go back to before a moment.
function backTo(version) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "back";
  button.textContent = "↶";
  button.title = "ask the others to go back to before this";
  button.setAttribute("aria-label", `ask to go back to before moment ${version}`);
  button.addEventListener("click", () => {
    const form = part("further");
    if (!form) return;
    form.closest("details").open = true;
    form.elements.before.value = version;
    form.elements.before.focus();
  });
  return button;
}

async function tell() {
  if (telling) {
    more = true;
    return;
  }
  telling = true;
  try {
    const version = Number(root.dataset.version);
    const query = told ? `after=${told}` : `before=${version}`;
    const response = await fetch(`/tables/${id}/log?${query}`, { headers: { Accept: "application/json" } });
    if (response.ok) {
      const said = await response.json();
      if (!told) first = said.from;
      lines(said, false);
      told = Math.max(told, said.to);
      part("earlier").hidden = first <= 0;
    } else {
      setTimeout(tell, 3000); // the query server is away
    }
  } catch {
    more = false; // the next change tells it all
  }
  telling = false;
  if (more) {
    more = false;
    tell();
  }
}

part("earlier").addEventListener("click", async () => {
  const response = await fetch(`/tables/${id}/log?before=${first}`, { headers: { Accept: "application/json" } });
  if (!response.ok) return;
  const said = await response.json();
  first = said.from;
  lines(said, true);
  part("earlier").hidden = first <= 0;
});

if (root.dataset.turn === "yes") document.title = `● ${title}`;
picking.begin();
tell();
