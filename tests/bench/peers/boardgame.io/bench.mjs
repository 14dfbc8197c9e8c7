// Moves a second of boardgame.io: one server process, N matches of a trivial game, one client each over socket.io.
//
//   node bench.mjs MATCHES SECONDS
//
// A client sends its next move when the server's update for the one before has come. Once with the server's default
// storage (memory) and once with the storage it brings for files (FlatFile). The clients run in this process, the server
// in another, as on our side.
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(import.meta.url);

const game = {
  name: "counting",
  setup: () => ({ moves: 0 }),
  moves: { count: ({ G }) => ({ moves: G.moves + 1 }) },
};

async function serve(port, directory) {
  const { Server, FlatFile } = require("boardgame.io/server");
  process.on("disconnect", () => process.exit());
  const db = directory ? new FlatFile({ dir: directory }) : undefined;
  console.log = console.info = console.error = () => {};
  await Server({ games: [game], db, origins: [/.*/] }).run({ port: Number(port) });
  process.send("ready");
}

async function connect(port, number) {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  // A match that is not there yet is made for whoever comes first.
  const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ["websocket"] } });
  const client = Client({ game, numPlayers: 1, multiplayer, debug: false, matchID: `match-${number}`, playerID: "0" });
  await new Promise((resolve) => {
    client.subscribe((state) => state?.isConnected && resolve());
    client.start();
  });
  return client;
}

async function rate(matches, seconds, port, directory) {
  const stdio = ["ignore", "ignore", "ignore", "ipc"];
  const server = fork(process.argv[1], ["serve", String(port), directory], { stdio });
  await new Promise((resolve) => server.once("message", resolve));
  const clients = [];
  for (let number = 0; number < matches; number++) clients.push(await connect(port, number));
  let moves = 0;
  let running = true;
  for (const client of clients) {
    client.transport.socket.on("update", () => {
      moves += 1;
      // After the client's own listener has taken the update in.
      setImmediate(() => running && client.moves.count());
    });
  }
  const began = performance.now();
  for (const client of clients) client.moves.count();
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const perSecond = moves / ((performance.now() - began) / 1000);
  running = false;
  for (const client of clients) client.stop();
  server.kill();
  return Math.round(perSecond);
}

if (process.argv[2] === "serve") {
  await serve(process.argv[3], process.argv[4]);
} else {
  const say = console.log;
  console.log = console.info = () => {};
  const [matches, seconds] = [Number(process.argv[2]), Number(process.argv[3])];
  const port = 20000 + Math.floor(Math.random() * 10000);
  const memory = await rate(matches, seconds, port, "");
  const directory = mkdtempSync(join(tmpdir(), "peer-boardgame-io-"));
  const files = await rate(matches, seconds, port + 1, directory);
  rmSync(directory, { recursive: true, force: true });
  say(
    JSON.stringify({
      version: require("boardgame.io/package.json").version,
      runtime: `Node ${process.version}`,
      matches,
      moves_per_second_in_memory: memory,
      moves_per_second_in_files: files,
      persistence: "in memory: nothing is written; in files: its FlatFile storage, without an fsync",
    }),
  );
  process.exit(0);
}
