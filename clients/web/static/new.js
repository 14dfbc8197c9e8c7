// Shows as many rows for bots as there are seats.
const seats = document.getElementById("seats");

function show() {
  for (const row of document.querySelectorAll(".bot-row")) row.hidden = Number(row.dataset.seat) >= Number(seats.value);
}

seats.addEventListener("change", show);
show();
