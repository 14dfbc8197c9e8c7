// A stream of server-sent events that heals by itself, and says when it is lost and when it is back.

const SILENCE_MS = 12000; // the server sends a pulse every few seconds

export function follow(address, handlers, say) {
  let source = null;
  let lost = false;
  let timer = 0;
  let pause = 500;

  function heard() {
    clearTimeout(timer);
    timer = setTimeout(again, SILENCE_MS);
  }

  function mark(isLost, words) {
    if (isLost === lost && !words) return;
    lost = isLost;
    say(isLost ? words || "The connection is lost. Trying again …" : "");
  }

  function again() {
    if (source) source.close();
    source = null;
    mark(true);
    clearTimeout(timer);
    timer = setTimeout(open, pause);
    pause = Math.min(pause * 2, 5000);
  }

  function open() {
    source = new EventSource(address());
    heard();
    source.onopen = () => {
      pause = 500;
      heard();
      mark(false);
    };
    source.onerror = again;
    source.addEventListener("pulse", heard);
    source.addEventListener("away", () => {
      heard();
      mark(true, "The game server can't be reached. Trying again …");
    });
    source.addEventListener("back", () => {
      heard();
      mark(false);
    });
    for (const [kind, handler] of Object.entries(handlers)) {
      source.addEventListener(kind, (event) => {
        heard();
        mark(false);
        handler(JSON.parse(event.data), () => {
          clearTimeout(timer);
          source.close();
        });
      });
    }
  }

  window.addEventListener("offline", () => mark(true, "You are offline. Trying again as soon as there is a network …"));
  window.addEventListener("online", () => {
    pause = 0;
    again();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && lost) again();
  });
  open();
}

export function banner(element) {
  return (words) => {
    element.textContent = words;
    element.hidden = !words;
  };
}
