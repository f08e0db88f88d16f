// Clients that stop half-way are cut off; those that are slow and steady are served. Periods are short here, and the steady
// clients of the tests many times faster than they have to be.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Request } from '../http/request.ts';
import type { Paces } from './connections.ts';
import { getText, openEdge, type TestEdge } from './edge-for-tests.ts';

const usual = { minBodyBytes: 1000, bodyPeriodMs: 500, discardMs: 500, unreadMs: 500, minReadBytesPerSecond: 1000 };
const never = { ...usual, bodyPeriodMs: 1e9, discardMs: 1e9, unreadMs: 1e9, minReadBytesPerSecond: 1e-9 };
const paces: Paces = { headMs: 500, usual, headMsAtStop: 500, atStop: usual, checkEveryMs: 50 };
/** Nothing is cut before the service stops. */
const pacesAtStop: Paces = { ...paces, headMs: 1e9, usual: never };

const path = '/rest/cms/v2/posts';
const headOf = (length: number, type = 'application/json'): string =>
  getText(path, 'Authorization: Basic eDp5', `Content-Type: ${type}`, `Content-Length: ${length}`).replace(
    'GET',
    'POST',
  );

describe('a client', () => {
  let edge: TestEdge;
  let sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await edge.app.close();
  });

  const ok = (body: string): Answer => ({ status: 200, headers: {}, route: undefined, body });
  const echo = async ({ body, query }: Request) => ok(`["${body.length} ${query}"]`);

  async function open(): Promise<Socket> {
    const socket = await edge.connect();
    sockets.push(socket);
    return socket;
  }

  /** All that a connection brings before it is closed. */
  const received = (socket: Socket): Promise<string> => text(socket.resume()).catch(() => 'cut');

  /** Sends a body of so many bytes, some at a time. */
  async function sendSteadily(socket: Socket, bytes: number): Promise<void> {
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += 1000) {
      socket.write(' '.repeat(Math.min(1000, bytes - sent)));
      await pause(20);
    }
  }

  it('that sends a part of a head is told so and cut off', async () => {
    edge = await openEdge(echo, { paces });
    const socket = await open();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: site.t`);
    assert.match(await received(socket), /^HTTP\/1.1 408 .*"rest_request_timeout"/s);
  });

  for (const type of ['application/json', 'image/png'])
    it(`that sends a part of a body is told so and cut off (${type})`, async () => {
      const dispatch = async (request: Request) => {
        for await (const _ of request.stream ?? []);
        return ok('"whole"');
      };
      edge = await openEdge(dispatch, { paces });
      const socket = await open();
      socket.write(`${headOf(5000, type)}{"title":`);
      assert.match(await received(socket), /^HTTP\/1.1 408 .*"rest_request_timeout"/s);
    });

  it('that sends a large body slowly and steadily is served', async () => {
    edge = await openEdge(echo, { paces });
    const socket = await open();
    socket.write(headOf(80_000));
    const [all] = await Promise.all([once(socket.resume(), 'data'), sendSteadily(socket, 80_000)]);
    assert.match(String(all), /^HTTP\/1.1 200 .*80000/s);
  });

  it('is not cut off for what the service has not read yet', async () => {
    const dispatch = async ({ stream }: Request) => {
      await pause(1500);
      let bytes = 0;
      for await (const part of stream ?? []) bytes += part.length;
      return ok(`["${bytes} bytes"]`);
    };
    edge = await openEdge(dispatch, { paces });
    const socket = await open();
    socket.write(headOf(9_000_000, 'image/png'));
    socket.write(' '.repeat(9_000_000));
    assert.match(String(await once(socket.resume(), 'data')), /9000000 bytes/);
  });

  it('that reads nothing of a long response is cut off, one that reads slowly gets all of it', async () => {
    const body = `"${'x'.repeat(20_000_000)}"`;
    edge = await openEdge(async () => ok(body), { paces });
    const [unread, slow] = [await open(), await open()];
    unread.write(getText(path));
    slow.write(getText(path));
    let bytes = 0;
    slow.on('data', (data) => {
      bytes += data.length;
      slow.pause();
      setTimeout(() => slow.resume(), 5);
    });
    slow.resume();
    while (bytes < body.length) await once(slow, 'data', { signal: AbortSignal.timeout(60_000) });
    assert.ok((await received(unread)).length < body.length);
  });

  it('that follows a stream in which nothing happens stays', async () => {
    const stream = async function* () {
      yield 'data: 1\n\n';
      await pause(1500);
      yield 'data: 2\n\n';
    };
    edge = await openEdge(async () => ({ ...ok(''), headers: { 'Content-Type': 'text/event-stream' }, stream }), {
      paces,
    });
    const socket = await open();
    socket.write(getText(path, 'Connection: close'));
    assert.match(await received(socket), /data: 2/);
  });

  it('that is answered before its body has come is cut off where the rest does not come', async () => {
    edge = await openEdge(async () => ok('"early"'), { paces });
    const [stalled, prompt] = [await open(), await open()];
    for (const socket of [stalled, prompt]) socket.write(headOf(100_000, 'image/png'));
    assert.match(String(await once(prompt.resume(), 'data')), /"early"/);
    prompt.write(' '.repeat(100_000) + getText(path));
    assert.match(String(await once(prompt, 'data')), /"early"/);
    assert.match(await received(stalled), /"early"/);
  });

  it('that has sent a part of a request does not hold up the service when it stops', async () => {
    let release = () => {};
    const released = new Promise<void>((go) => (release = go));
    let begun = () => {};
    const hasBegun = new Promise<void>((go) => (begun = go));
    edge = await openEdge(
      async (request) => {
        if (request.query === 'whole') {
          begun();
          await released;
        }
        return echo(request);
      },
      { paces: pacesAtStop },
    );
    const half = await Promise.all(Array.from({ length: 60 }, open));
    for (const [at, socket] of half.entries())
      socket.write([`GET ${path} HTTP/1.1\r\nHo`, headOf(5000), `${headOf(5000)}{`][at % 3] ?? '');
    // Some go on, too slowly.
    const trickling = setInterval(() => {
      for (const socket of half.slice(0, 30)) socket.write(' ');
    }, 50);
    const [whole, steady] = [await open(), await open()];
    whole.write(getText(`${path}?whole`));
    steady.write(headOf(100_000));
    const uploading = sendSteadily(steady, 100_000);
    await hasBegun;
    await pause(100);
    const closed = edge.app.close();
    const answers = Promise.all([received(whole), received(steady)]);
    await Promise.all(half.map((socket) => received(socket)));
    clearInterval(trickling);
    release();
    await uploading;
    const [one, other] = await answers;
    assert.match(one, /200 OK.*whole/s);
    assert.match(other, /200 OK.*100000/s);
    await closed;
  });

  it('that reads nothing does not hold up the service when it stops', async () => {
    edge = await openEdge(async () => ok(`"${'x'.repeat(20_000_000)}"`), { paces: pacesAtStop });
    const socket = await open();
    socket.write(getText(path));
    await once(edge.app.server, 'request');
    await pause(100);
    await edge.app.close();
    assert.ok((await received(socket)).length < 20_000_000);
  });
});
