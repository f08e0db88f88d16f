// Runs an action for several items, and reports which of them failed.
import { toError } from '../ui/to-error.ts';

/** The outcome of an action: the items that succeeded, and those that failed, each in the order in which they were given. */
export interface Results<T> {
  readonly succeeded: readonly T[];
  readonly failed: readonly { readonly item: T; readonly error: Error }[];
}

/** The number of requests that are sent at the same time. */
const concurrency = 4;

/** Runs an action for each item, a few at the same time. A failure does not prevent the others. */
export async function runForEach<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<Results<T>> {
  const errors = new Map<T, Error>();
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const current = item;
      await run(current).catch((error: unknown) => errors.set(current, toError(error)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return {
    succeeded: items.filter((item) => !errors.has(item)),
    failed: items.flatMap((item) => {
      const error = errors.get(item);
      return error ? [{ item, error }] : [];
    }),
  };
}
