// Groups records into batches, each of which is written in one transaction.
import type { WxrComment, WxrRecord } from './wxr/records.ts';

/** The limits of a batch: a batch is complete when it has this number of records or this number of characters in its items. */
export interface BatchSize {
  readonly records: number;
  readonly characters: number;
}

/**
 * Yields the records in batches, in file order. If reading fails, the records that have been read are yielded as the last batch
 * before the reader's error is thrown.
 */
export async function* batchesOf(
  records: AsyncIterable<WxrRecord>,
  maxSize: BatchSize,
): AsyncGenerator<readonly WxrRecord[]> {
  let batch: WxrRecord[] = [];
  let characters = 0;
  let failure: { readonly error: unknown } | undefined;
  const iterator = records[Symbol.asyncIterator]();
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      batch.push(next.value);
      characters += contentLength(next.value);
      if (batch.length < maxSize.records && characters < maxSize.characters) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  } catch (error) {
    failure = { error };
  } finally {
    await iterator.return?.();
  }
  if (batch.length > 0) yield batch;
  if (failure) throw failure.error;
}

/** A reader of a source that can read the next value in advance. */
export class AheadReader<T> {
  readonly #iterator: AsyncIterator<T>;
  #next: Promise<IteratorResult<T>> | undefined;

  constructor(source: AsyncIterable<T>) {
    this.#iterator = source[Symbol.asyncIterator]();
  }

  /** Begins to read the next value. Errors are thrown by `read`. */
  readAhead(): void {
    this.#next ??= this.#iterator.next();
    this.#next.catch(() => {});
  }

  /** Returns the next value; undefined at the end. */
  async read(): Promise<T | undefined> {
    this.readAhead();
    const next = this.#next;
    this.#next = undefined;
    const result = await next;
    return result?.done ? undefined : result?.value;
  }

  /** Closes the source. */
  async close(): Promise<void> {
    await this.#iterator.return?.();
  }
}

const contentLength = (record: WxrRecord): number =>
  record.kind === 'item'
    ? record.title.length + record.content.length + record.excerpt.length + commentsLength(record.comments)
    : 0;

/** Returns the number of characters in comments, plus 1,000 for each, because even a short comment is expensive to import. */
const commentsLength = (comments: readonly WxrComment[]): number =>
  comments.reduce((sum, { content }) => sum + content.length + 1000, 0);
