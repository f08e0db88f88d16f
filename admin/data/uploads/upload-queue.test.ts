// Tests the queue of uploads.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UploadQueue } from './upload-queue.ts';

/** Starts a queue whose uploads end when the test says so. */
function startQueue(reject: (file: File) => string | undefined = () => undefined) {
  const sent: {
    name: string;
    signal: AbortSignal;
    end: PromiseWithResolvers<number>;
    report: (sent: number) => void;
  }[] = [];
  let uploaded = 0;
  const queue = new UploadQueue({
    reject,
    onUploaded: () => {
      uploaded += 1;
    },
    send: (file, signal, report) => {
      const end = Promise.withResolvers<number>();
      signal.addEventListener('abort', () => end.reject(new Error('canceled')));
      sent.push({ name: file.name, signal, end, report });
      return end.promise;
    },
  });
  const states = () => queue.items().map(({ file, state }) => `${file.name} ${state}`);
  return { queue, sent, states, uploaded: () => uploaded };
}

const files = (...names: string[]) => names.map((name) => new File(['x'], name));
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a queue of uploads', () => {
  it('sends two files at a time, in their order, and reports the progress', async () => {
    const { queue, sent, states, uploaded } = startQueue();
    let changes = 0;
    queue.subscribe(() => {
      changes += 1;
    });
    queue.add(files('a', 'b', 'c'));
    assert.deepEqual(states(), ['a sending', 'b sending', 'c waiting']);
    sent[0]?.report(0.5);
    assert.equal(queue.items()[0]?.progress, 0.5);
    sent[1]?.end.resolve(7);
    await nextTurn();
    assert.deepEqual(states(), ['a sending', 'b done', 'c sending']);
    assert.equal(queue.items()[1]?.mediaId, 7);
    assert.equal(uploaded(), 1);
    assert.ok(changes > 3);
  });

  it('tries a failed file again, and does not send a rejected one', async () => {
    const { queue, sent, states } = startQueue(({ name }) => (name === 'large' ? 'too large' : undefined));
    queue.add(files('large', 'a'));
    assert.deepEqual(states(), ['large failed', 'a sending']);
    sent[0]?.end.reject(new Error('offline'));
    await nextTurn();
    assert.deepEqual(
      queue.items().map(({ error, canRetry }) => [error, canRetry]),
      [
        ['too large', false],
        ['offline', true],
      ],
    );
    for (const { id } of queue.items()) queue.retry(id);
    assert.deepEqual(states(), ['large failed', 'a sending']);
    assert.equal(queue.items()[1]?.error, undefined);
    assert.equal(sent.length, 2);
  });

  it('cancels a file, and sends the next one', async () => {
    const { queue, sent, states } = startQueue();
    queue.add(files('a', 'b', 'c'));
    queue.cancel(queue.items()[0]?.id ?? 0);
    await nextTurn();
    assert.equal(sent[0]?.signal.aborted, true);
    assert.deepEqual(states(), ['b sending', 'c sending']);
    sent[1]?.end.resolve(1);
    await nextTurn();
    queue.clear();
    assert.deepEqual(states(), ['c sending']);
  });
});
