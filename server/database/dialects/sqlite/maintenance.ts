import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { MaintenanceAnswer } from './maintenance-worker.ts';

/** Runs slow pragmas in a thread that is started when first needed and keeps the process alive only while it is at work. */
export class Maintenance {
  readonly #file: string;
  readonly #waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  #worker: Worker | undefined;
  #tasks = 0;
  #closing = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when the thread has run the pragma; rejects when it could not. */
  run(pragma: string): Promise<void> {
    const id = ++this.#tasks;
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, pragma });
    });
  }

  /** Ends the thread once it has finished what it was asked. */
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
    worker.on('message', ({ id, error }: MaintenanceAnswer) => {
      const task = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0 && !this.#closing) worker.unref();
      if (error === undefined) task?.resolve();
      else task?.reject(new Error(error));
    });
    worker.on('error', (error) => this.#abandon(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#abandon(new Error('The maintenance thread has ended.')));
    // Last, because listening for messages makes the process wait for them again.
    worker.unref();
    return worker;
  }

  #abandon(error: Error): void {
    this.#worker = undefined;
    for (const task of this.#waiting.values()) task.reject(error);
    this.#waiting.clear();
  }
}
