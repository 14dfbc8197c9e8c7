// A complete client in one file: sits down at a table, plays legal moves, and follows what happens until the end.
// Everything below gen/ was generated from proto/; see docs/getting-started.md.

import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";

import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";

import { CommandService } from "./gen/ludarium/v1/commands_pb.js";
import type { Decision } from "./gen/ludarium/v1/decisions_pb.js";
import { EventService, type Frame, type Token } from "./gen/ludarium/v1/events_pb.js";
import { PlayerService } from "./gen/ludarium/v1/players_pb.js";
import { TableService } from "./gen/ludarium/v1/tables_pb.js";

const { values: options } = parseArgs({
  options: {
    server: { type: "string", default: "localhost:7443" },
    table: { type: "string", default: "" },
  },
});

const transport = createGrpcTransport({ baseUrl: `http://${options.server}` });
const tables = createClient(TableService, transport);
const commands = createClient(CommandService, transport);
const events = createClient(EventService, transport);

// A new player: a random id, and the token that goes with every call from now on. Keep it to come back later.
const me = await createClient(PlayerService, transport).createPlayer({ displayName: "Typhon" });
const auth = { headers: { authorization: `Bearer ${me.token}` } };

// Open a table for two, unless one is named. Every request bears an id of ours: sent twice, it is carried out once.
const opens = options.table === "";
const tableId = opens
  ? (await tables.createTable(
      { options: { options: { case: "alhambra", value: {} } }, seats: 2, requestId: randomUUID() },
      auth,
    )).table!.tableId
  : options.table;
const { seat } = await tables.joinTable({ tableId, requestId: randomUUID() }, auth);
console.log(`table ${tableId} seat ${seat}`);

// Read the table's frames, one for each command, until the game is over. `after` is where to go on after a lost
// connection.
let after: Token | undefined;
for (let over = false; !over; ) {
  try {
    for await (const { frame } of events.subscribe({ tableId, after }, auth)) {
      after = frame!.token;
      if ((over = await take(frame!))) break;
    }
  } catch (error) {
    if (ConnectError.from(error).code !== Code.Unavailable) throw error;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
process.exit(0);

/** Look at what happened; true when it was the end. */
async function take(frame: Frame): Promise<boolean> {
  for (const { payload } of frame.events) {
    if (payload.case !== "table") continue;
    const { case: kind, value } = payload.value.event;
    if (kind === "seatTaken" && opens && value.seat === 1) {
      await tables.startTable({ tableId, requestId: randomUUID() }, auth); // only the opener may
    } else if (kind === "finished") {
      const places = value.results.map((r) => `seat ${r.seat} is number ${r.place} with ${r.score}`);
      console.log(`the end: ${places.join(", ")}`);
      return true;
    }
  }
  for (const decision of frame.decisions) {
    if (decision.seat === seat && !decision.standing) await answer(decision);
  }
  return false;
}

/** Give any of the legal answers to a decision; the server lists them, each with its words. */
async function answer({ id }: Decision): Promise<void> {
  try {
    const { choices } = await commands.listChoices({ tableId, decision: id }, auth);
    const choice = choices[Math.floor(Math.random() * choices.length)];
    await commands.submit({ tableId, commandId: randomUUID(), decision: id, command: choice.command }, auth);
  } catch (error) {
    // A frame of the past asks for what was answered long ago: DECISION_NOT_OPEN. Later frames tell more.
    if (ConnectError.from(error).code !== Code.FailedPrecondition) throw error;
  }
}
