// Streams go at the pace of their readers, and end: with the reader, with one who takes nothing, and with the service.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenStream } from '../http/request.ts';
import { readyAnswer } from './kept-answers.ts';
import { Streams } from './streams.ts';

const answer = readyAnswer(
  { status: 200, headers: { 'Content-Type': 'text/event-stream' }, route: undefined, body: undefined },
  () => [],
);

/** A server that sends a stream to everybody, and a reader of it that has read nothing yet. */
async function opened(open: OpenStream, patience?: number) {
  const faults: unknown[] = [];
  const streams = new Streams((error) => faults.push(error), patience);
  const server = createServer((asked, response) => streams.send(asked, response, answer, open)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asking = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false }).end();
  const [reader] = (await once(asking, 'response')) as [IncomingMessage];
  reader.on('error', () => {});
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { streams, reader, faults, close };
}

/** Parts without end, counted as they are made; `ended` once nobody asks for more. */
function endless(part: string) {
  const state = { made: 0, ended: false };
  const open: OpenStream = async function* () {
    try {
      for (;;) {
        state.made += 1;
        yield part;
        await pause(0);
      }
    } finally {
      state.ended = true;
    }
  };
  return { state, open };
}

describe('a stream', () => {
  it('is not made faster than it is read, and a reader who takes nothing is cut off', async () => {
    const { state, open } = endless('x'.repeat(65_536));
    const { reader, faults, close } = await opened(open, 300);
    reader.pause();
    while (!state.ended) await pause(20);
    assert.ok(state.made < 400, `${state.made} parts were made for nobody`);
    assert.equal(faults.length, 1);
    await close();
  });

  it('ends when its reader goes', async () => {
    const { state, open } = endless('x');
    const { reader, faults, close } = await opened(open);
    await once(reader, 'data');
    reader.destroy();
    while (!state.ended) await pause(10);
    assert.deepEqual(faults, []);
    await close();
  });

  it('ends whole when the service stops', async () => {
    const open: OpenStream = async function* (ending) {
      yield 'one';
      if (!ending.aborted) await once(ending, 'abort');
    };
    const { streams, reader, faults, close } = await opened(open);
    let text = '';
    reader.on('data', (part) => (text += part));
    await once(reader, 'data');
    streams.end();
    await once(reader, 'end');
    assert.deepEqual([text, reader.complete, faults], ['one', true, []]);
    await close();
  });

  it('is not begun for who has gone while the answer was made', async () => {
    const { state, open } = endless('x');
    const { streams, reader, close } = await opened(open);
    await once(reader, 'data');
    const late = createServer(async (asked, response) => {
      await once(response, 'close');
      state.made = 0;
      streams.send(asked, response, answer, open);
      late.emit('sent');
    }).listen(0, '127.0.0.1');
    await once(late, 'listening');
    reader.destroy();
    while (!state.ended) await pause(10);
    const { port } = late.address() as AddressInfo;
    const asking = request({ port, host: '127.0.0.1', agent: false }).on('error', () => {});
    asking.end();
    await once(late, 'connection');
    await pause(50);
    asking.destroy();
    await once(late, 'sent');
    await pause(50);
    assert.equal(state.made, 0);
    late.close();
    await close();
  });

  it('ends at once where it is asked for while the service stops', async () => {
    const open: OpenStream = async function* (ending) {
      yield 'one';
      if (!ending.aborted) await once(ending, 'abort');
    };
    const { streams, reader, close } = await opened(open);
    reader.resume();
    streams.end();
    const late = createServer((asked, response) => streams.send(asked, response, answer, open)).listen(0, '127.0.0.1');
    await once(late, 'listening');
    const { port } = late.address() as AddressInfo;
    const answered = await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(2000) });
    assert.deepEqual([answered.status, await answered.text()], [200, '']);
    late.closeAllConnections();
    late.close();
    await close();
  });
});
