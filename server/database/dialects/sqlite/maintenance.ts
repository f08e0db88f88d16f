import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseBusy } from '../../errors.ts';
import type { MaintenanceResult, MaintenanceWork } from './maintenance-worker.ts';
import type { IndexStep, MergeLimits } from './update-index.ts';

interface PendingTask {
  readonly resolve: (step: IndexStep | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that runs slow tasks. It starts on demand and keeps the process alive only while it is working. */
export class Maintenance {
  readonly #file: string;
  readonly #pending = new Map<number, PendingTask>();
  #worker: Worker | undefined;
  #tasks = 0;
  #hasOpenIndex = false;
  #closing = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when the thread has run the pragma. Throws DatabaseBusy if another connection is writing. */
  async run(pragma: string): Promise<void> {
    await this.#perform({ pragma });
  }

  /** Resolves when the thread has started and opened the connection with which it updates the search index. */
  async openIndex(): Promise<void> {
    if (!this.#hasOpenIndex) await this.#perform('open index');
    this.#hasOpenIndex = true;
  }

  /**
   * Updates the search index for about this time. Throws DatabaseBusy if another connection is writing, and does not stop within `waitMs`
   * milliseconds.
   */
  updateIndex(milliseconds: number, waitMs = 0): Promise<IndexStep> {
    return this.#perform({ updateIndexMs: milliseconds, waitMs }) as Promise<IndexStep>;
  }

  /** Merges parts of the search index. Throws DatabaseBusy if another connection is writing. */
  mergeIndex(limits: MergeLimits): Promise<IndexStep> {
    return this.#perform({ merge: limits }) as Promise<IndexStep>;
  }

  async #perform(work: MaintenanceWork): Promise<IndexStep | undefined> {
    if (this.#closing) throw new Error('The maintenance thread is closed.');
    const id = ++this.#tasks;
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, work });
    });
  }

  /** Ends the thread after its pending tasks. */
  async close(): Promise<void> {
    this.#closing = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.ref();
    await new Promise((resolve) => {
      worker.once('exit', resolve);
      worker.postMessage('end');
    });
  }

  #start(): Worker {
    const program = new URL(`./maintenance-worker${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(program, { workerData: this.#file });
    worker.on('message', ({ id, step, error, isBusy }: MaintenanceResult) => {
      const task = this.#pending.get(id);
      this.#pending.delete(id);
      if (this.#pending.size === 0 && !this.#closing) worker.unref();
      if (error === undefined) task?.resolve(step);
      else task?.reject(isBusy ? new DatabaseBusy(error) : new Error(error));
    });
    worker.on('error', (error) => this.#rejectAll(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#rejectAll(new Error('The maintenance thread exited.')));
    // Must come last, because adding a message listener makes the process wait for the thread again.
    worker.unref();
    return worker;
  }

  #rejectAll(error: Error): void {
    this.#worker = undefined;
    this.#hasOpenIndex = false;
    for (const task of this.#pending.values()) task.reject(error);
    this.#pending.clear();
  }
}
