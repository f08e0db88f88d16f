// Runs password hashing in a worker thread, which starts on demand and ends when it has been idle for a while.
import type { Argon2Parameters } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HashingResult } from './hashing-thread.ts';

/** Idle time after which the thread ends, in milliseconds. */
const idleMs = 15_000;

/** Memory limits of the thread, which processes one password at a time. */
const threadLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };

let thread: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/** Returns the argon2id hash of a message. Must not be called again before the promise has settled. */
export async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  clearTimeout(idleTimer);
  thread ??= start();
  const worker = thread;
  worker.ref();
  try {
    return await hashInThread(worker, parameters);
  } finally {
    worker.unref();
    idleTimer = setTimeout(stopThread, idleMs).unref();
  }
}

function start(): Worker {
  const program = new URL(`./hashing-thread${extname(import.meta.url)}`, import.meta.url);
  // Node options of this process, such as `--input-type`, may be invalid for a worker with a file.
  const worker = new Worker(program, { resourceLimits: threadLimits, execArgv: [] });
  const forget = () => {
    if (thread === worker) thread = undefined;
  };
  worker.on('error', forget);
  worker.on('exit', forget);
  return worker;
}

function stopThread(): void {
  void thread?.terminate();
  thread = undefined;
}

function hashInThread(worker: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cleanUp = (finish: () => void) => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      finish();
    };
    const onMessage = (result: HashingResult) =>
      cleanUp(() => ('hash' in result ? resolve(Buffer.from(result.hash)) : reject(new Error(result.fault))));
    const onError = (error: unknown) => cleanUp(() => reject(error));
    const onExit = () => cleanUp(() => reject(new Error('the password hashing thread exited')));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage(parameters);
  });
}
