// Processes texts. Inexpensive tasks run in the service process, and those that would block the event loop in a worker process.
import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { JobTooExpensive, WorkerFailed } from '../../workers/errors.ts';
import { runInSlices, runSync } from '../../workers/steps.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import { WorkerPool } from '../../workers/worker-pool.ts';
import { TextTooHeavy } from './errors.ts';
import { runTask, type TaskInput, type TaskName, type TaskResult } from './tasks.ts';
import { estimateCost, estimateCostInSteps, minCostOf } from './weight.ts';

/** Default maximum length of a text, in bytes of UTF-8. */
const DEFAULT_MAX_TEXT_BYTES = 1024 * 1024;

/** Maximum cost of a task that runs in the service process, in nanoseconds (5 ms). */
const MAX_IN_PROCESS_COST = 5e6;
/** Maximum cost of a text, and of all texts of a request, with the default maximum length, in nanoseconds (300 ms). */
const MAX_TEXT_COST = 300e6;
/** Cost per millisecond. The unit of costs is a nanosecond. */
const COST_PER_MS = 1e6;

/** Fraction of the cost of a text that each task takes. */
const TASK_COST_SHARES: Readonly<Record<TaskName, number>> = {
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
  /** Maximum length of a text, in bytes of UTF-8. The maximum cost is proportional to it. */
  readonly maxTextBytes?: number;
  /** Maximum number of worker processes. */
  readonly maxWorkers?: number;
}

export interface TaskOptions {
  /**
   * Maximum cost: the remaining budget of the request (`request`, the default), the maximum of one text (`text`), or ten times that
   * maximum, for tasks that do not belong to a request (`background`).
   */
  readonly allowance?: 'request' | 'text' | 'background';
}

/** Cost of a task, and the property with the highest cost. */
interface TaskCost {
  readonly total: number;
  readonly heaviest: string;
}

/** A processor that sanitizes and renders texts. Results do not depend on the process in which a task runs. */
export class TextProcessor {
  readonly maxTextBytes: number;
  readonly #maxWorkers: number;
  #pool: WorkerPool | undefined;
  #isClosed = false;
  /** Upper bound of the cost of the tasks in this process since the last yield to the event loop. */
  #sinceYield = 0;

  constructor({ maxTextBytes = DEFAULT_MAX_TEXT_BYTES, maxWorkers = 2 }: TextProcessorOptions = {}) {
    this.maxTextBytes = maxTextBytes;
    this.#maxWorkers = maxWorkers;
  }

  /** Current statistics of the worker processes. */
  get statistics(): WorkerPool['statistics'] | undefined {
    return this.#pool?.statistics;
  }

  /**
   * Runs an inexpensive task synchronously. Returns undefined if the task is too expensive for this; callers must then
   * use `run`.
   */
  runIfLight<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    scope: WorkScope,
  ): { readonly result: TaskResult<Name> } | undefined {
    if (!mayRunInProcess(name, input)) return undefined;
    const { total } = runSync(estimateTaskCost(name, input));
    if (total > MAX_IN_PROCESS_COST) return undefined;
    this.#spend(total, scope);
    return { result: runTask(name, input) };
  }

  /**
   * Runs an inexpensive task in this process, and any other task in a worker process. Throws TextTooHeavy, WorkersBusy when the queue
   * is full, and `scope.signal.reason` when the signal aborts.
   */
  async run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    scope: WorkScope,
    { allowance = 'request' }: TaskOptions = {},
  ): Promise<TaskResult<Name>> {
    const steps = estimateTaskCost(name, input);
    const taskWeight = mayRunInProcess(name, input) ? runSync(steps) : await runInSlices(steps);
    const { total, heaviest } = taskWeight;
    if (total > MAX_IN_PROCESS_COST) this.#requireAllowed(taskWeight, scope, allowance);
    this.#spend(total, scope);
    if (total <= MAX_IN_PROCESS_COST) return this.#runHere(name, input, total);
    try {
      return (await this.#runInWorker(name, input, scope, allowance)) as TaskResult<Name>;
    } catch (error) {
      // If a text crashes a process twice, the process has probably run out of memory.
      if (error instanceof JobTooExpensive || error instanceof WorkerFailed) throw new TextTooHeavy(heaviest, false);
      throw error;
    }
  }

  /** Returns the first property whose text exceeds the maximum length or cost; undefined if there is none. */
  findTooHeavy<Property extends string>(texts: Readonly<Record<Property, string>>): Property | undefined {
    return (Object.keys(texts) as Property[]).find(
      (property) =>
        Buffer.byteLength(texts[property]) > this.maxTextBytes ||
        estimateCost(texts[property]) * TASK_COST_SHARES.render > MAX_TEXT_COST * this.#factor,
    );
  }

  /** Stops the worker processes. Running tasks are rejected. */
  close(): void {
    this.#isClosed = true;
    this.#pool?.close();
  }

  /** Runs an inexpensive task. Yields to the event loop first if many such tasks have run since the last yield. */
  async #runHere<Name extends TaskName>(name: Name, input: TaskInput<Name>, weight: number): Promise<TaskResult<Name>> {
    this.#sinceYield += weight;
    if (this.#sinceYield > MAX_IN_PROCESS_COST) {
      await setImmediate();
      this.#sinceYield = weight;
    }
    return runTask(name, input);
  }

  #requireAllowed({ total, heaviest }: TaskCost, scope: WorkScope, allowance: TaskOptions['allowance']): void {
    const maxWeight = allowance === 'background' ? 10 * MAX_TEXT_COST : MAX_TEXT_COST;
    if (total > maxWeight * this.#factor) throw new TextTooHeavy(heaviest, false);
    if (allowance === 'request' && total > scope.remainingMs * COST_PER_MS * this.#factor)
      throw new TextTooHeavy(heaviest, true);
  }

  #spend(weight: number, scope: WorkScope): void {
    scope.spend(weight / COST_PER_MS / this.#factor);
  }

  /** Ratio of the configured maximum length to the default, at least 1. */
  get #factor(): number {
    return Math.max(1, this.maxTextBytes / DEFAULT_MAX_TEXT_BYTES);
  }

  /** Runs a task in a worker process. A crashed process was usually killed from outside, so the task is retried once. */
  async #runInWorker(
    name: TaskName,
    input: unknown,
    { client, signal }: WorkScope,
    allowance: TaskOptions['allowance'],
  ): Promise<unknown> {
    this.#pool ??= this.#openPool();
    const limitFactor = allowance === 'background' ? 10 : 1;
    const options = { client, signal, cpuLimitMs: CPU_LIMIT_MS * this.#factor * limitFactor };
    try {
      return await this.#pool.run({ name, input }, options);
    } catch (error) {
      if (!(error instanceof WorkerFailed) || this.#isClosed) throw error;
      return this.#pool.run({ name, input }, options);
    }
  }

  #openPool(): WorkerPool {
    const pool = new WorkerPool({
      file: new URL(`./worker${extname(import.meta.url)}`, import.meta.url),
      // The heap is sufficient for one text. The optimizing compiler costs more than it saves in a short-lived process.
      execArgv: ['--max-old-space-size=256', '--max-semi-space-size=16', '--no-turbofan'],
      // Structured cloning copies megabytes of text quickly, whereas JSON would block both processes.
      serialization: 'advanced',
      niceness: 10,
      maxWorkers: this.#maxWorkers,
      maxRunningPerClient: 1,
      maxQueued: 64,
      maxQueuedPerClient: 16,
      idleMs: 15_000,
      cpuLimitMs: CPU_LIMIT_MS,
      wallLimitMs: 30_000,
      toError: (error) => new Error(`a text could not be processed: ${error}`),
    });
    if (this.#isClosed) pool.close();
    return pool;
  }
}

/**
 * CPU time after which a process is killed, in milliseconds. Texts are limited by their estimated cost, so that the same text is
 * always accepted or always rejected. This limit is a safeguard for texts whose cost is underestimated.
 */
const CPU_LIMIT_MS = 1500;

/** Whether a task may be inexpensive, based only on the lengths of its texts. */
function mayRunInProcess(name: TaskName, input: object): boolean {
  const minWeight = Object.values(input).reduce(
    (sum, value) => sum + (typeof value === 'string' ? minCostOf(value) : 0),
    0,
  );
  return minWeight * TASK_COST_SHARES[name] <= MAX_IN_PROCESS_COST;
}

/** Computes the cost of a task, and the property with the highest cost. */
function* estimateTaskCost(name: TaskName, input: object): Generator<void, TaskCost> {
  let [total, most, heaviest] = [0, -1, ''];
  for (const [property, value] of Object.entries(input)) {
    if (typeof value !== 'string') continue;
    const weight = yield* estimateCostInSteps(value);
    yield;
    total += weight;
    if (weight > most) [most, heaviest] = [weight, property];
  }
  return { total: total * TASK_COST_SHARES[name], heaviest };
}
