import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { MaintenanceResult } from './maintenance-worker.ts';

/** A thread that runs slow pragmas. It starts on demand and keeps the process alive only while it is working. */
export class Maintenance {
  readonly #file: string;
  readonly #pending = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  #worker: Worker | undefined;
  #tasks = 0;
  #closing = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when the thread has run the pragma; rejects when that failed. */
  run(pragma: string): Promise<void> {
    const id = ++this.#tasks;
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, pragma });
    });
  }

  /** Ends the thread after its pending tasks. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#closing = true;
    worker.ref();
    await new Promise((resolve) => {
      worker.once('exit', resolve);
      worker.postMessage('end');
    });
  }

  #start(): Worker {
    const program = new URL(`./maintenance-worker${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(program, { workerData: this.#file });
    worker.on('message', ({ id, error }: MaintenanceResult) => {
      const task = this.#pending.get(id);
      this.#pending.delete(id);
      if (this.#pending.size === 0 && !this.#closing) worker.unref();
      if (error === undefined) task?.resolve();
      else task?.reject(new Error(error));
    });
    worker.on('error', (error) => this.#rejectAll(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#rejectAll(new Error('The maintenance thread exited.')));
    // Must come last, because adding a message listener makes the process wait for the thread again.
    worker.unref();
    return worker;
  }

  #rejectAll(error: Error): void {
    this.#worker = undefined;
    for (const task of this.#pending.values()) task.reject(error);
    this.#pending.clear();
  }
}
