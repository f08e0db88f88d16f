// A thread that hashes passwords, one after the other, and gets its turn after the service where the processor is busy.
import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export type HashingAnswer = { readonly hash: Uint8Array } | { readonly fault: string };

/** Of a processor that both want it gets about a tenth: who signs in waits a little longer, readers hardly. */
const niceness = 10;

try {
  // Linux gives each thread a priority of its own, by its number.
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
} catch {
  // Other systems hash as soon as they answer.
}

parentPort?.on('message', (parameters: Argon2Parameters) => parentPort?.postMessage(answerTo(parameters)));

function answerTo(parameters: Argon2Parameters): HashingAnswer {
  try {
    return { hash: argon2Sync('argon2id', parameters) };
  } catch (error) {
    return { fault: String(error) };
  }
}
