// The texts of one request that are worked on while a transaction is open: work that takes a while is done outside of it.
import { WorkersBusy } from '../../workers/errors.ts';
import type { WorkScope } from '../../workers/work-scope.ts';
import { TextTooHeavy } from './errors.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';
import type { TaskOptions, TextProcessor } from './text-processor.ts';

/** How often a request begins again because the texts it works on have changed meanwhile. */
const MAX_ATTEMPTS = 10;

/** Thrown where a result is needed that takes a while to make. `TextWork.complete` sees to it. */
class TextPending extends Error {
  override readonly name = 'TextPending';
  /** Makes the result. */
  readonly make: () => Promise<void>;

  constructor(make: () => Promise<void>) {
    super('This text is worked on outside of transactions.');
    this.make = make;
  }
}

/** Names of parameters by the properties of tasks. */
export type ParameterNames = Readonly<Record<string, string>>;

interface Done {
  readonly name: TaskName;
  readonly input: object;
  readonly result: unknown;
}

/** Work on texts whose results are needed at once, inside a transaction that nobody should wait for. */
export class TextWork {
  readonly #processor: TextProcessor;
  readonly #scope: WorkScope;
  readonly #options: TaskOptions;
  readonly #parameters: ParameterNames;
  readonly #done: Done[] = [];

  /** `parameters`: how the request calls the properties of the tasks, where it has other names. */
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
   * Returns the result of a task. Where that takes a while, and was not made before, it throws what `complete` catches.
   * @throws TextTooHeavy
   */
  result<Name extends TaskName>(name: Name, input: TaskInput<Name>): TaskResult<Name> {
    const known = this.#done.find((each) => each.name === name && isSame(each.input, input));
    if (known) return known.result as TaskResult<Name>;
    const light = this.#processor.runIfLight(name, input, this.#scope);
    if (light) return light.result;
    throw new TextPending(async () => {
      this.#done.push({ name, input, result: await this.#processor.run(name, input, this.#scope, this.#options) });
    });
  }

  /**
   * Runs work that calls `result`, such as a transaction. Where a result takes a while to make, the work is given up, so that
   * its transaction leaves nothing, and begun again when the result is there: nobody waits for the text but its sender.
   * @throws what the work throws; TextTooHeavy, WorkersBusy
   */
  async complete<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof TextPending)) throw this.#named(error);
        if (attempt === MAX_ATTEMPTS) throw new WorkersBusy('The texts have changed too often meanwhile.');
        await error.make().catch((failure) => {
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

/** Whether two inputs of a task are the same. They are flat. */
function isSame(one: object, other: object): boolean {
  const properties = Object.entries(one);
  const others = new Map(Object.entries(other));
  return properties.length === others.size && properties.every(([name, value]) => others.get(name) === value);
}
