import { parentPort, workerData } from "node:worker_threads";
import { openPathEngine } from "./path-engine.server.ts";

/** The data that the main thread passes at the start. */
export type PathThreadData = { databaseUrl: string; today: string };

const { databaseUrl, today }: PathThreadData = workerData;
if (!parentPort) throw new Error("This file runs in a worker thread only.");
openPathEngine(databaseUrl, today).join(parentPort);
