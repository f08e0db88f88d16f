// Hashes passwords in a worker thread, one after the other, with a lower scheduling priority than the service.
import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

export type HashingResult = { readonly hash: Uint8Array } | { readonly fault: string };

/**
 * Niceness of the thread. On a busy CPU core, it gets about a tenth of the time: logins take longer, but other requests are hardly delayed.
 */
const niceness = 10;

try {
  // On Linux, the priority of a thread is set by its thread ID.
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
} catch {
  // Other systems keep the default priority.
}

parentPort?.on('message', (parameters: Argon2Parameters) => parentPort?.postMessage(compute(parameters)));

function compute(parameters: Argon2Parameters): HashingResult {
  try {
    return { hash: argon2Sync('argon2id', parameters) };
  } catch (error) {
    return { fault: String(error) };
  }
}
