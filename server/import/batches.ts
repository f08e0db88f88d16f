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

/** Yields the values of a source, and reads the next one while the caller processes a value. */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const read = () => {
    const next = iterator.next();
    // The error is thrown when the value is awaited, which the caller may not do.
    next.catch(() => {});
    return next;
  };
  try {
    for (let next = read(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = read();
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

const contentLength = (record: WxrRecord): number =>
  record.kind === 'item'
    ? record.title.length + record.content.length + record.excerpt.length + commentsLength(record.comments)
    : 0;

/** Returns the number of characters in comments, plus 1,000 for each, because even a short comment is expensive to import. */
const commentsLength = (comments: readonly WxrComment[]): number =>
  comments.reduce((sum, { content }) => sum + content.length + 1000, 0);
