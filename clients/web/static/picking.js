// Giving an answer by clicking its parts on the board. An answer is a bag of keys; what can be clicked next is whatever
// brings the bag so far nearer to some legal answer. Parts that all remaining answers share are picked by themselves.

const MOST_LEFT = 4; // so few answers are offered in the bar before all their parts are picked
const MOST_SPOKEN = 6; // answers that have no place on the board are offered in the bar, if they are few

function bag(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) || 0) + 1);
  return counts;
}

function within(small, large) {
  for (const [key, count] of small) if ((large.get(key) || 0) < count) return false;
  return true;
}

function size(counts) {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function shared(bags) {
  const [first, ...rest] = bags;
  const counts = new Map();
  for (const [key, count] of first || []) {
    const least = rest.reduce((least, one) => Math.min(least, one.get(key) || 0), count);
    if (least) counts.set(key, least);
  }
  return counts;
}

export class Picking {
  constructor(root, bar, submit) {
    this.root = root;
    this.bar = bar;
    this.submit = submit;
    this.picked = [];
    this.words = "";
    this.answers = [];
    root.addEventListener("click", (event) => this.clicked(event.target.closest("[data-pick]")));
    root.addEventListener("keydown", (event) => this.typed(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.picked.length) this.back(true);
    });
  }

  // Reads the answers and things of the page anew. What was picked stays picked where it still leads to an answer.
  begin() {
    const before = this.picked.map((thing) => thing.dataset.pick);
    this.picked = [];
    this.words = "";
    const find = document.getElementById("find");
    if (find) {
      find.parentElement.hidden = false;
      find.addEventListener("input", () => {
        this.words = find.value.trim().toLowerCase();
        this.show();
      });
      find.addEventListener("keydown", (event) => {
        if (event.key === "Enter") event.preventDefault(); // it would press the first button of the form
      });
    }
    this.answers = [...document.querySelectorAll("button.answer")].map((button) => ({
      button,
      words: button.textContent,
      keys: bag(button.dataset.picks ? button.dataset.picks.split(" ") : []),
    }));
    if (this.answers.some((answer) => within(bag(before), answer.keys))) this.pickAgain(before);
    this.show();
  }

  pickAgain(keys) {
    const things = [...this.root.querySelectorAll("[data-pick]")];
    for (const key of keys) {
      const thing = things.find((one) => one.dataset.pick === key && !this.picked.includes(one));
      if (thing) this.picked.push(thing);
    }
  }

  typed(event) {
    const thing = event.target.closest("g[data-pick]");
    if (!thing || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.clicked(thing);
  }

  clicked(thing) {
    if (!thing) return;
    const at = this.picked.indexOf(thing);
    if (at >= 0) this.picked.splice(at, 1);
    else if (thing.getAttribute("aria-pressed") !== "true") {
      this.picked.push(thing);
      // What does not go together with it is put back, the earliest first: so one may change one's mind by clicking.
      while (this.picked.length > 1 && !this.leadsOn()) this.picked.shift();
    }
    this.show();
  }

  leadsOn() {
    const own = bag(this.picked.map((thing) => thing.dataset.pick));
    return this.answers.some((answer) => within(own, answer.keys));
  }

  back(all) {
    if (all) this.picked = [];
    else this.picked.pop();
    this.show();
  }

  show() {
    const own = bag(this.picked.map((thing) => thing.dataset.pick));
    const possible = this.answers.filter((answer) => answer.keys.size && within(own, answer.keys));
    const chosen = shared(possible.map((answer) => answer.keys));
    const exact = possible.filter((answer) => size(answer.keys) === size(chosen));
    const open = new Map();
    for (const answer of possible) {
      for (const [key, count] of answer.keys) open.set(key, Math.max(open.get(key) || 0, count));
    }
    // Of things that are alike, those that were clicked are pressed first; whichever is left can be clicked next.
    const left = new Map([...chosen].map(([key, count]) => [key, count - (own.get(key) || 0)]));
    for (const thing of this.root.querySelectorAll("[data-pick]")) {
      const key = thing.dataset.pick;
      const clicked = this.picked.includes(thing);
      const shared = !clicked && left.get(key) > 0;
      if (shared) left.set(key, left.get(key) - 1);
      const can = !shared && (clicked || (chosen.get(key) || 0) < (open.get(key) || 0));
      thing.setAttribute("aria-pressed", String(clicked || shared));
      thing.classList.toggle("can", can && !clicked);
      thing.classList.toggle("other", !can && !clicked && !shared);
    }
    for (const answer of this.answers) {
      const item = answer.button.closest("li");
      const found = !this.words || answer.words.toLowerCase().includes(this.words);
      item.hidden = !found || (this.picked.length > 0 && !possible.includes(answer));
    }
    for (const group of document.querySelectorAll("details.group")) {
      if (this.words) group.open = true;
      const shown = [...group.querySelectorAll("li")].filter((item) => !item.hidden).length;
      group.hidden = !shown;
      group.querySelector(".count").textContent = `(${shown})`;
    }
    this.showBar(exact, possible);
  }

  showBar(exact, possible) {
    this.bar.replaceChildren();
    const offered = this.picked.length || possible.length === 1 ? exact : [];
    const spoken = this.picked.length ? [] : this.answers.filter((answer) => !answer.keys.size);
    const others = spoken.length <= MOST_SPOKEN ? spoken : [];
    this.bar.hidden = !this.picked.length && !offered.length && !others.length;
    if (this.bar.hidden) return;
    for (const answer of offered) this.addAnswer(answer, "primary");
    for (const answer of others) this.addAnswer(answer);
    if (!offered.length && this.picked.length && possible.length <= MOST_LEFT) {
      for (const answer of possible) this.addAnswer(answer);
    } else if (!offered.length && this.picked.length) {
      const words = document.createElement("span");
      words.textContent = `Go on: ${possible.length} choices are left.`;
      this.bar.append(words);
    }
    if (this.picked.length) {
      this.addBack("Back", false);
      if (this.picked.length > 1) this.addBack("Begin anew", true);
    }
  }

  addAnswer(answer, looks = "") {
    const button = document.createElement("button");
    button.className = looks;
    button.textContent = answer.words;
    button.addEventListener("click", () => this.submit(answer.button));
    this.bar.append(button);
  }

  addBack(words, all) {
    const button = document.createElement("button");
    button.className = "quiet";
    button.textContent = words;
    button.addEventListener("click", () => this.back(all));
    this.bar.append(button);
  }
}
