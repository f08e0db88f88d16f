// Text processing of one request with an open transaction: slow tasks run outside of the transaction.
import { WorkersBusy } from '../../workers/errors.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import { TextTooHeavy } from './errors.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';
import type { TaskOptions, TextProcessor } from './text-processor.ts';

/** Maximum number of attempts of a request whose texts are changed concurrently. */
const MAX_ATTEMPTS = 10;

/** Thrown when a required result is not available yet. `TextWork.complete` handles it. */
class TextPending extends Error {
  override readonly name = 'TextPending';
  /** Computes the result. */
  readonly compute: () => Promise<void>;

  constructor(compute: () => Promise<void>) {
    super('This text is processed outside of the transaction.');
    this.compute = compute;
  }
}

/** Parameter names of a request by property of a task. */
export type ParameterNames = Readonly<Record<string, string>>;

interface CompletedTask {
  readonly name: TaskName;
  readonly input: object;
  readonly result: unknown;
}

/** Processes texts whose results are needed synchronously, inside a transaction that must be short. */
export class TextWork {
  readonly #processor: TextProcessor;
  readonly #scope: WorkScope;
  readonly #options: TaskOptions;
  readonly #parameters: ParameterNames;
  readonly #done: CompletedTask[] = [];

  /** `parameters` maps properties of the tasks to the request's parameter names, where they differ. */
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
   * Returns the result of a task. When it is slow and not available yet, throws an error that `complete` handles.
   * @throws TextTooHeavy
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
   * Runs a function that calls `result`, such as a transaction. When a result is slow, the function is aborted, so that its
   * transaction is rolled back, and run again when the result is available: other requests do not wait for the text.
   * @throws the errors of the function; TextTooHeavy, WorkersBusy
   */
  async complete<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof TextPending)) throw this.#named(error);
        if (attempt === MAX_ATTEMPTS) throw new WorkersBusy('The texts were changed concurrently too often.');
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

/** Whether two flat inputs of a task are equal. */
function haveEqualProperties(one: object, other: object): boolean {
  const properties = Object.entries(one);
  const others = new Map(Object.entries(other));
  return properties.length === others.size && properties.every(([name, value]) => others.get(name) === value);
}
