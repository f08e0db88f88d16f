// Processes the texts of a request whose results are needed in a transaction. Slow tasks run outside of the transaction.
import { WorkersBusy } from '../../workers/errors.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import { TextTooHeavy } from './errors.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';
import type { TaskOptions, TextProcessor } from './text-processor.ts';

/** Maximum number of attempts for a request whose texts are changed concurrently. */
const MAX_ATTEMPTS = 10;

/** Error thrown when a required result is not available yet. `TextWork.complete` handles it. */
class TextPending extends Error {
  override readonly name = 'TextPending';
  /** Computes the result. */
  readonly compute: () => Promise<void>;

  constructor(compute: () => Promise<void>) {
    super('the text must be processed outside of the transaction');
    this.compute = compute;
  }
}

/** Names of request parameters, keyed by the properties of a task. */
export type ParameterNames = Readonly<Record<string, string>>;

interface CompletedTask {
  readonly name: TaskName;
  readonly input: object;
  readonly result: unknown;
}

/** A processor of texts whose results are needed synchronously, inside a transaction that must be short. */
export class TextWork {
  readonly #processor: TextProcessor;
  readonly #scope: WorkScope;
  readonly #options: TaskOptions;
  readonly #parameters: ParameterNames;
  readonly #done: CompletedTask[] = [];

  /** Creates the processing for one request. `parameters` maps properties of tasks to names of request parameters, if they differ. */
  constructor(
    processor: TextProcessor,
    scope: WorkScope,
    { allowance, parameters = {} }: TaskOptions & { readonly parameters?: ParameterNames } = {},
  ) {
    this.#processor = processor;
    this.#scope = scope;
    this.#options = allowance === undefined ? {} : { allowance };
    this.#parameters = { footnotes: 'meta', ...parameters };
  }

  /**
   * Returns the result of a task. If the task is slow and its result is not available yet, throws an error that `complete` handles.
   */
  result<Name extends TaskName>(name: Name, input: TaskInput<Name>): TaskResult<Name> {
    const completedTask = this.#done.find((each) => each.name === name && haveEqualProperties(each.input, input));
    if (completedTask) return completedTask.result as TaskResult<Name>;
    const light = this.#processor.runIfLight(name, input, this.#scope);
    if (light) return light.result;
    throw new TextPending(async () => {
      this.#done.push({ name, input, result: await this.#processor.run(name, input, this.#scope, this.#options) });
    });
  }

  /**
   * Runs a function that calls `result`, such as a transaction. If a task is slow, the function is aborted and its transaction is
   * rolled back, so that other requests do not wait for it. The function is run again when the result is available. Throws the errors
   * of the function, TextTooHeavy and WorkersBusy.
   */
  async complete<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof TextPending)) throw this.#named(error);
        if (attempt === MAX_ATTEMPTS) throw new WorkersBusy('the texts were changed concurrently too often');
        await error.compute().catch((failure) => {
          throw this.#named(failure);
        });
      }
    }
  }

  #named(error: unknown): unknown {
    if (!(error instanceof TextTooHeavy)) return error;
    return new TextTooHeavy(this.#parameters[error.property] ?? error.property, error.isBudgetSpent);
  }
}

/** Whether two inputs of a task have the same properties with equal values. */
function haveEqualProperties(one: object, other: object): boolean {
  const properties = Object.entries(one);
  const others = new Map(Object.entries(other));
  return properties.length === others.size && properties.every(([name, value]) => others.get(name) === value);
}
