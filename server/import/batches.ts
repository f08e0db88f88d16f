// Records gathered into batches that are written together.
import type { WxrComment, WxrRecord } from './wxr/records.ts';

/** How much goes into one transaction: so many records, or so many characters of text. */
export interface BatchSize {
  readonly records: number;
  readonly characters: number;
}

/**
 * The records in their order, in batches. When reading fails, what was read before comes first as a batch of its own,
 * then the error of the reader.
 */
export async function* batchesOf(
  records: AsyncIterable<WxrRecord>,
  most: BatchSize,
): AsyncGenerator<readonly WxrRecord[]> {
  let batch: WxrRecord[] = [];
  let characters = 0;
  let failure: { readonly error: unknown } | undefined;
  const iterator = records[Symbol.asyncIterator]();
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      batch.push(next.value);
      characters += lengthOf(next.value);
      if (batch.length < most.records && characters < most.characters) continue;
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

const lengthOf = (record: WxrRecord): number =>
  record.kind === 'item'
    ? record.title.length + record.content.length + record.excerpt.length + lengthOfComments(record.comments)
    : 0;

/** A comment costs about as much as a text of a thousand characters, however short it is. */
const lengthOfComments = (comments: readonly WxrComment[]): number =>
  comments.reduce((sum, { content }) => sum + content.length + 1000, 0);
