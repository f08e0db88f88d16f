import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEvent, readEvents, type StreamEvent } from './event-stream.ts';

const text =
  'retry: 2000\n\nevent: entry\ndata: {"id":1,"title":"a: b – ü"}\n\n: keep-alive\n\nevent: ready\ndata: {"entries":[1]}\n\nevent: unfinished';

/** Reads events from a body whose chunks have this size in bytes. */
async function readInChunks(size: number): Promise<StreamEvent[]> {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let start = 0; start < bytes.length; start += size) controller.enqueue(bytes.slice(start, start + size));
      controller.close();
    },
  });
  return collect(readEvents(body));
}

async function collect(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const collected: StreamEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

describe('server-sent events', () => {
  for (const size of [1, 2, 7, 10_000])
    it(`are read in chunks of ${size} bytes`, async () => {
      assert.deepEqual(await readInChunks(size), [
        { name: '', data: '' },
        { name: 'entry', data: '{"id":1,"title":"a: b – ü"}' },
        { name: '', data: '' },
        { name: 'ready', data: '{"entries":[1]}' },
      ]);
    });

  it('contain the position from which the stream can be continued', () => {
    assert.deepEqual(parseEvent('event: entry.created\nid: 12\ndata: {}'), {
      name: 'entry.created',
      data: '{}',
      id: '12',
    });
    assert.deepEqual(parseEvent('id: 13'), { name: '', data: '', id: '13' });
  });

  it('report an interrupted connection', async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.error(new Error('interrupted')),
    });
    await assert.rejects(collect(readEvents(body)), { message: 'interrupted' });
  });

  it('are no longer read when the reader stops', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const { name } of readEvents(body)) if (name === 'ready') break;
    assert.ok(isCancelled);
  });
});
