// Work on texts: at once where it is little, in a worker process where it would hold up everybody else.
import { setImmediate } from 'node:timers/promises';
import { JobTooExpensive, WorkerFailed } from '../../workers/errors.ts';
import { runAtOnce, runInTurns } from '../../workers/steps.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import { WorkerPool } from '../../workers/worker-pool.ts';
import { TextTooHeavy } from './errors.ts';
import { runTask, type TaskInput, type TaskName, type TaskResult } from './tasks.ts';
import { minWeightOf, weighInSteps, weightOf } from './weight.ts';

/** How many bytes of UTF-8 a text has at most where nothing else is configured. */
export const DEFAULT_MAX_TEXT_BYTES = 1024 * 1024;

/** The weight of a task that is done at once, in the service's own process: about 5 ms. */
const LIGHT = 5e6;
/** The weight of what one text of the default length may be, and all texts of one request together: about 300 ms. */
const HEAVIEST = 300e6;
/** Nanoseconds, of which weights are made, in a millisecond. */
const PER_MS = 1e6;

/** The part of a text's weight that a task takes. */
const SHARES: Readonly<Record<TaskName, number>> = {
  store: 1,
  filter: 0.5,
  render: 0.6,
  excerpt: 0.3,
  description: 0.5,
  storeComment: 0.6,
  renderComment: 0.6,
  renderBlocks: 0.5,
};

export interface TextProcessorOptions {
  /** How many bytes of UTF-8 a text may have; what it may cost grows with it. */
  readonly maxTextBytes?: number;
  /** Processes at the same time. */
  readonly maxWorkers?: number;
}

export interface TaskOptions {
  /**
   * What the task may take: its share of what the request has left (the default), as much as one text may (`text`), or ten
   * times that, for what nobody waits for (`background`).
   */
  readonly allowance?: 'request' | 'text' | 'background';
}

/** A task with the weight that it was found to have. */
interface Weighed {
  readonly total: number;
  readonly heaviest: string;
}

/** Filters and renders texts. Results do not depend on where the work is done. */
export class TextProcessor {
  readonly maxTextBytes: number;
  readonly #maxWorkers: number;
  #pool: WorkerPool | undefined;
  #isClosed = false;
  /** The weight of what was done here since others last had their turn, at most. */
  #sinceYield = 0;

  constructor({ maxTextBytes = DEFAULT_MAX_TEXT_BYTES, maxWorkers = 2 }: TextProcessorOptions = {}) {
    this.maxTextBytes = maxTextBytes;
    this.#maxWorkers = maxWorkers;
  }

  /** Figures of the worker processes at this moment. */
  get statistics(): WorkerPool['statistics'] | undefined {
    return this.#pool?.statistics;
  }

  /**
   * Does a task at once where it is light; undefined where it is not, so that `run` must be awaited.
   * @throws TextTooHeavy
   */
  runIfLight<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    scope: WorkScope,
  ): { readonly result: TaskResult<Name> } | undefined {
    if (!mayBeLight(name, input)) return undefined;
    const { total } = runAtOnce(weigh(name, input));
    if (total > LIGHT) return undefined;
    this.#spend(total, scope);
    return { result: runTask(name, input) };
  }

  /**
   * Does a task: at once where it is light, else in a worker.
   * @throws TextTooHeavy; WorkersBusy where too many wait; the reason of the scope's signal where it aborts
   */
  async run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    scope: WorkScope,
    { allowance = 'request' }: TaskOptions = {},
  ): Promise<TaskResult<Name>> {
    const steps = weigh(name, input);
    const weighed = mayBeLight(name, input) ? runAtOnce(steps) : await runInTurns(steps);
    const { total, heaviest } = weighed;
    if (total > LIGHT) this.#requireAllowed(weighed, scope, allowance);
    this.#spend(total, scope);
    if (total <= LIGHT) return this.#runHere(name, input, total);
    try {
      return (await this.#runInWorker(name, input, scope, allowance)) as TaskResult<Name>;
    } catch (error) {
      // A text that a process dies of a second time is one that it runs out of memory with.
      if (error instanceof JobTooExpensive || error instanceof WorkerFailed) throw new TextTooHeavy(heaviest, false);
      throw error;
    }
  }

  /** The first of some texts that is longer, or more expensive to render, than one text may be; undefined where none is. */
  findTooHeavy<Property extends string>(texts: Readonly<Record<Property, string>>): Property | undefined {
    return (Object.keys(texts) as Property[]).find(
      (property) =>
        Buffer.byteLength(texts[property]) > this.maxTextBytes ||
        weightOf(texts[property]) * SHARES.render > HEAVIEST * this.#factor,
    );
  }

  /** Ends the worker processes; what they do is rejected. */
  close(): void {
    this.#isClosed = true;
    this.#pool?.close();
  }

  /** Many light tasks one after the other must not hold up the others either. */
  async #runHere<Name extends TaskName>(name: Name, input: TaskInput<Name>, weight: number): Promise<TaskResult<Name>> {
    this.#sinceYield += weight;
    if (this.#sinceYield > LIGHT) {
      await setImmediate();
      this.#sinceYield = weight;
    }
    return runTask(name, input);
  }

  #requireAllowed({ total, heaviest }: Weighed, scope: WorkScope, allowance: TaskOptions['allowance']): void {
    const most = allowance === 'background' ? 10 * HEAVIEST : HEAVIEST;
    if (total > most * this.#factor) throw new TextTooHeavy(heaviest, false);
    if (allowance === 'request' && total > scope.remainingMs * PER_MS * this.#factor)
      throw new TextTooHeavy(heaviest, true);
  }

  #spend(weight: number, scope: WorkScope): void {
    scope.spend(weight / PER_MS / this.#factor);
  }

  /** How many times the default a text may be. */
  get #factor(): number {
    return Math.max(1, this.maxTextBytes / DEFAULT_MAX_TEXT_BYTES);
  }

  /** A process that dies is most often one that somebody has ended, so the task is tried once more. */
  async #runInWorker(
    name: TaskName,
    input: unknown,
    { client, signal }: WorkScope,
    allowance: TaskOptions['allowance'],
  ): Promise<unknown> {
    this.#pool ??= this.#openPool();
    const slack = allowance === 'background' ? 10 : 1;
    const options = { client, signal, cpuLimitMs: CPU_LIMIT_MS * this.#factor * slack };
    try {
      return await this.#pool.run({ name, input }, options);
    } catch (error) {
      if (!(error instanceof WorkerFailed) || this.#isClosed) throw error;
      return this.#pool.run({ name, input }, options);
    }
  }

  #openPool(): WorkerPool {
    const pool = new WorkerPool({
      file: new URL('./worker.ts', import.meta.url),
      // Room for the trees of one text. A process that does little before it ends is not worth the last optimisation: compiling
      // costs more than it saves.
      execArgv: ['--max-old-space-size=256', '--max-semi-space-size=16', '--no-turbofan'],
      // Texts of megabytes cost a copy, where JSON would hold up both sides.
      serialization: 'advanced',
      niceness: 10,
      maxWorkers: this.#maxWorkers,
      maxRunningPerClient: 1,
      maxQueued: 64,
      maxQueuedPerClient: 16,
      idleMs: 15_000,
      cpuLimitMs: CPU_LIMIT_MS,
      wallLimitMs: 30_000,
      toError: (error) => new Error(`A text could not be processed: ${error}`),
    });
    if (this.#isClosed) pool.close();
    return pool;
  }
}

/**
 * CPU time after which a process is ended whatever it does, in milliseconds. Texts are limited by their weight, so that the
 * same text is always taken or always refused; this is for what weighs less than it costs.
 */
const CPU_LIMIT_MS = 1500;

/** Whether a task may be light. Looks at the lengths of its texts alone. */
function mayBeLight(name: TaskName, input: object): boolean {
  const least = Object.values(input).reduce(
    (sum, value) => sum + (typeof value === 'string' ? minWeightOf(value) : 0),
    0,
  );
  return least * SHARES[name] <= LIGHT;
}

/** The weight of a task, and the property that has most of it. */
function* weigh(name: TaskName, input: object): Generator<void, Weighed> {
  let [total, most, heaviest] = [0, -1, ''];
  for (const [property, value] of Object.entries(input)) {
    if (typeof value !== 'string') continue;
    const weight = yield* weighInSteps(value);
    yield;
    total += weight;
    if (weight > most) [most, heaviest] = [weight, property];
  }
  return { total: total * SHARES[name], heaviest };
}
