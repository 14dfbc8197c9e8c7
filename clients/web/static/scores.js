// A scoreboard as it changes.
import { banner, follow } from "./live.js";

const scores = document.getElementById("scores");
follow(
  () => `/tables/${scores.dataset.table}/scores/live`,
  {
    scores: (news) => {
      if (!scores.contains(document.activeElement)) scores.innerHTML = news.html;
    },
    done: (_, stop) => stop(),
  },
  banner(document.getElementById("connection")),
);
