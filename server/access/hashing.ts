// Hashing of passwords in a thread of its own, which starts when there is work and ends when there has been none for a while.
import type { Argon2Parameters } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HashingAnswer } from './hashing-thread.ts';

/** How long the thread waits for another password. Milliseconds. */
const idle = 15_000;

/** It holds one password at a time. */
const frugal = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };

let thread: Worker | undefined;
let ending: NodeJS.Timeout | undefined;

/** The argon2id hash of a message. One at a time: the next is asked for when this one is there. */
export async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  clearTimeout(ending);
  thread ??= start();
  const working = thread;
  working.ref();
  try {
    return await ask(working, parameters);
  } finally {
    working.unref();
    ending = setTimeout(end, idle).unref();
  }
}

function start(): Worker {
  const program = new URL(`./hashing-thread${extname(import.meta.url)}`, import.meta.url);
  // Options of Node that this process was started with may be none for a file, such as `--input-type`.
  const started = new Worker(program, { resourceLimits: frugal, execArgv: [] });
  const forget = () => {
    if (thread === started) thread = undefined;
  };
  started.on('error', forget);
  started.on('exit', forget);
  return started;
}

function end(): void {
  void thread?.terminate();
  thread = undefined;
}

function ask(working: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      working.off('message', hear);
      working.off('error', fail);
      working.off('exit', leave);
      finish();
    };
    const hear = (answer: HashingAnswer) =>
      settle(() => ('hash' in answer ? resolve(Buffer.from(answer.hash)) : reject(new Error(answer.fault))));
    const fail = (error: unknown) => settle(() => reject(error));
    const leave = () => settle(() => reject(new Error('the thread that hashes passwords has ended')));
    working.on('message', hear);
    working.on('error', fail);
    working.on('exit', leave);
    working.postMessage(parameters);
  });
}
