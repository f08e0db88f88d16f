// Tests that streams are produced at the pace of their readers, and end when the reader disconnects or stalls or the service stops.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenStream } from '../http/request.ts';
import { prepareResponse } from './response-cache.ts';
import { Streams } from './streams.ts';

const prepared = prepareResponse(
  { status: 200, headers: { 'Content-Type': 'text/event-stream' }, route: undefined, body: undefined },
  () => [],
);

/** Starts a server that sends a stream to every client, and a client that has read nothing yet. */
async function opened(open: OpenStream, stallTimeoutMs?: number) {
  const errors: unknown[] = [];
  const streams = new Streams((error) => errors.push(error), stallTimeoutMs);
  const server = createServer((incoming, response) => streams.send(incoming, response, prepared, open)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const clientRequest = request({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    agent: false,
  }).end();
  const [reader] = (await once(clientRequest, 'response')) as [IncomingMessage];
  reader.on('error', () => {});
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { streams, reader, errors, close };
}

/** Returns an endless stream that counts its chunks; `ended` is set when its consumer stops. */
function endless(chunk: string) {
  const state = { made: 0, ended: false };
  const open: OpenStream = async function* () {
    try {
      for (;;) {
        state.made += 1;
        yield chunk;
        await pause(0);
      }
    } finally {
      state.ended = true;
    }
  };
  return { state, open };
}

describe('a stream', () => {
  it('is produced no faster than it is read, and a stalled reader is disconnected', async () => {
    const { state, open } = endless('x'.repeat(65_536));
    const { reader, errors, close } = await opened(open, 300);
    reader.pause();
    while (!state.ended) await pause(20);
    assert.ok(state.made < 400, `${state.made} chunks were produced for a stalled reader`);
    assert.equal(errors.length, 1);
    await close();
  });

  it('ends when its reader disconnects', async () => {
    const { state, open } = endless('x');
    const { reader, errors, close } = await opened(open);
    await once(reader, 'data');
    reader.destroy();
    while (!state.ended) await pause(10);
    assert.deepEqual(errors, []);
    await close();
  });

  it('is completed when the service stops', async () => {
    const open: OpenStream = async function* (ending) {
      yield 'one';
      if (!ending.aborted) await once(ending, 'abort');
    };
    const { streams, reader, errors, close } = await opened(open);
    let text = '';
    reader.on('data', (chunk) => (text += chunk));
    await once(reader, 'data');
    streams.end();
    await once(reader, 'end');
    assert.deepEqual([text, reader.complete, errors], ['one', true, []]);
    await close();
  });

  it('is not started for a client that disconnected earlier', async () => {
    const { state, open } = endless('x');
    const { streams, reader, close } = await opened(open);
    await once(reader, 'data');
    const late = createServer(async (incoming, response) => {
      await once(response, 'close');
      state.made = 0;
      streams.send(incoming, response, prepared, open);
      late.emit('sent');
    }).listen(0, '127.0.0.1');
    await once(late, 'listening');
    reader.destroy();
    while (!state.ended) await pause(10);
    const { port } = late.address() as AddressInfo;
    const clientRequest = request({ port, host: '127.0.0.1', agent: false }).on('error', () => {});
    const [received, sent] = [once(late, 'request'), once(late, 'sent')];
    clientRequest.end();
    await received;
    clientRequest.destroy();
    await sent;
    await pause(50);
    assert.equal(state.made, 0);
    late.close();
    await close();
  });

  it('is cut off when the service stops if its length is known, so that a client cannot mistake it for the whole', async () => {
    const known = prepareResponse(
      { status: 200, headers: { 'Content-Length': '1000000' }, route: undefined, body: undefined },
      () => [],
    );
    const open: OpenStream = async function* (ending) {
      yield Buffer.alloc(1000);
      if (!ending.aborted) await once(ending, 'abort');
    };
    const streams = new Streams(() => {});
    const server = createServer((incoming, response) => {
      if (incoming.method === 'HEAD') streams.sendHead(incoming, response, known);
      else streams.send(incoming, response, known, open);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const head = await fetch(url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '1000000']);
    const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
    assert.equal(response.headers.get('content-length'), '1000000');
    streams.end();
    await assert.rejects(response.arrayBuffer(), { name: 'TypeError' });
    server.closeAllConnections();
    server.close();
  });

  it('ends immediately when it is requested while the service stops', async () => {
    const open: OpenStream = async function* (ending) {
      yield 'one';
      if (!ending.aborted) await once(ending, 'abort');
    };
    const { streams, reader, close } = await opened(open);
    reader.resume();
    streams.end();
    const late = createServer((incoming, response) => streams.send(incoming, response, prepared, open)).listen(
      0,
      '127.0.0.1',
    );
    await once(late, 'listening');
    const { port } = late.address() as AddressInfo;
    const answered = await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(60_000) });
    assert.deepEqual([answered.status, await answered.text()], [200, '']);
    late.closeAllConnections();
    late.close();
    await close();
  });
});
