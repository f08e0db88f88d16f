// Tests that stalled clients are disconnected and slow but steady ones are served. The periods in these tests are short, and the
// steady clients are many times faster than required.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { getText, openEdge, type TestEdge } from '../../test/edge.ts';
import type { ApiRequest, ApiResponse } from '../http/request.ts';
import type { Paces } from './connections.ts';

const normal = { minBodyBytes: 1000, bodyPeriodMs: 500, discardMs: 500, unreadMs: 500, minReadBytesPerSecond: 1000 };
const never = { ...normal, bodyPeriodMs: 1e9, discardMs: 1e9, unreadMs: 1e9, minReadBytesPerSecond: 1e-9 };
const paces: Paces = { headMs: 500, normal, headMsAtStop: 500, atStop: normal, checkIntervalMs: 50 };
/** Paces for steady clients. A machine that is busy, or pauses the process, delays them for less than the periods. */
const steady = { ...normal, bodyPeriodMs: 4000, discardMs: 4000, unreadMs: 4000 };
const steadyPaces: Paces = { ...paces, headMs: 20_000, normal: steady };
/** Paces that disconnect clients only while the service stops. */
const pacesAtStop: Paces = { ...paces, headMs: 1e9, normal: never };

const path = '/rest/cms/v2/posts';
const headOf = (length: number, type = 'application/json'): string =>
  getText(path, 'Authorization: Basic eDp5', `Content-Type: ${type}`, `Content-Length: ${length}`).replace(
    'GET',
    'POST',
  );

// The tests mostly wait, so they run at the same time.
describe('a client', { concurrency: true }, () => {
  const ok = (body: string): ApiResponse => ({ status: 200, headers: {}, route: undefined, body });
  const echo = async ({ body, query }: ApiRequest) => ok(`["${body.length} ${query}"]`);

  /** Opens an edge for a test. Returns it and a function that connects to it. */
  async function openFor(t: TestContext, ...args: Parameters<typeof openEdge>) {
    const edge: TestEdge = await openEdge(...args);
    const sockets: Socket[] = [];
    t.after(async () => {
      for (const socket of sockets) socket.destroy();
      await edge.app.close();
    });
    const open = async (): Promise<Socket> => {
      const socket = await edge.connect();
      sockets.push(socket);
      return socket;
    };
    return { edge, open };
  }

  /** Returns everything that a connection receives before it is closed. */
  const received = (socket: Socket): Promise<string> => text(socket.resume()).catch(() => 'cut');

  /** Sends a body in small chunks. */
  async function sendSteadily(socket: Socket, bytes: number): Promise<void> {
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += 1000) {
      socket.write(' '.repeat(Math.min(1000, bytes - sent)));
      await pause(20);
    }
  }

  it('that sends part of a head gets a 408 and is disconnected', async (t) => {
    const { open } = await openFor(t, echo, { limits: { paces } });
    const socket = await open();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: site.t`);
    assert.match(await received(socket), /^HTTP\/1.1 408 .*"rest_request_timeout"/s);
  });

  for (const type of ['application/json', 'image/png'])
    it(`that sends part of a body gets a 408 and is disconnected (${type})`, async (t) => {
      const dispatch = async (request: ApiRequest) => {
        for await (const _ of request.stream ?? []);
        return ok('"whole"');
      };
      const { open } = await openFor(t, dispatch, { limits: { paces } });
      const socket = await open();
      socket.write(`${headOf(5000, type)}{"title":`);
      assert.match(await received(socket), /^HTTP\/1.1 408 .*"rest_request_timeout"/s);
    });

  it('that sends a large body slowly but steadily is served', async (t) => {
    const { open } = await openFor(t, echo, { limits: { paces: steadyPaces } });
    const socket = await open();
    socket.write(headOf(240_000));
    // Sending takes longer than the period.
    const [all] = await Promise.all([once(socket.resume(), 'data'), sendSteadily(socket, 240_000)]);
    assert.match(String(all), /^HTTP\/1.1 200 .*240000/s);
  });

  it('is not disconnected while the service does not read its body', async (t) => {
    const dispatch = async ({ stream }: ApiRequest) => {
      await pause(steady.bodyPeriodMs + 500);
      let bytes = 0;
      for await (const part of stream ?? []) bytes += part.length;
      return ok(`["${bytes} bytes"]`);
    };
    const { open } = await openFor(t, dispatch, { limits: { paces: steadyPaces } });
    const socket = await open();
    socket.write(headOf(9_000_000, 'image/png'));
    socket.write(' '.repeat(9_000_000));
    assert.match(String(await once(socket.resume(), 'data')), /9000000 bytes/);
  });

  it('that reads nothing of a long response is disconnected', async (t) => {
    const { edge, open } = await openFor(t, async () => ok(`"${'x'.repeat(20_000_000)}"`), { limits: { paces } });
    const accepted = once(edge.app.server, 'connection');
    const socket = await open();
    const [connection] = await accepted;
    const closed = once(connection, 'close');
    socket.write(getText(path));
    await closed;
    assert.ok((await received(socket)).length < 20_000_000);
  });

  it('that reads a long response slowly gets all of it', async (t) => {
    const body = `"${'x'.repeat(20_000_000)}"`;
    // The whole response takes longer than the period.
    const { open } = await openFor(t, async () => ok(body), { limits: { paces: steadyPaces } });
    const slow = await open();
    slow.write(getText(path));
    let bytes = 0;
    slow.on('data', (data) => {
      bytes += data.length;
      slow.pause();
      setTimeout(() => slow.resume(), 20);
    });
    slow.resume();
    while (bytes < body.length) await once(slow, 'data', { signal: AbortSignal.timeout(60_000) });
  });

  it('that reads an idle stream stays connected', async (t) => {
    const stream = async function* () {
      yield 'data: 1\n\n';
      await pause(1500);
      yield 'data: 2\n\n';
    };
    const { open } = await openFor(
      t,
      async () => ({ ...ok(''), headers: { 'Content-Type': 'text/event-stream' }, stream }),
      {
        limits: { paces },
      },
    );
    const socket = await open();
    socket.write(getText(path, 'Connection: close'));
    assert.match(await received(socket), /data: 2/);
  });

  it('that gets a response before sending its body is disconnected unless it sends the rest', async (t) => {
    const limits = { paces: { ...steadyPaces, normal: { ...steady, bodyPeriodMs: 20_000 } } };
    const { open } = await openFor(t, async () => ok('"early"'), { limits });
    const [stalled, prompt] = [await open(), await open()];
    for (const socket of [stalled, prompt]) socket.write(headOf(100_000, 'image/png'));
    assert.match(String(await once(prompt.resume(), 'data')), /"early"/);
    prompt.write(' '.repeat(100_000) + getText(path));
    assert.match(String(await once(prompt, 'data')), /"early"/);
    assert.match(await received(stalled), /"early"/);
  });

  it('that has sent part of a request does not delay the shutdown', async (t) => {
    let release = () => {};
    const released = new Promise<void>((go) => (release = go));
    let begun = () => {};
    const hasBegun = new Promise<void>((go) => (begun = go));
    const { edge, open } = await openFor(
      t,
      async (request) => {
        if (request.query === 'whole') {
          begun();
          await released;
        }
        return echo(request);
      },
      { limits: { paces: { ...pacesAtStop, atStop: steady } } },
    );
    const partial = await Promise.all(Array.from({ length: 60 }, open));
    for (const [at, socket] of partial.entries())
      socket.write([`GET ${path} HTTP/1.1\r\nHo`, headOf(5000), `${headOf(5000)}{`][at % 3] ?? '');
    // Some clients continue, but too slowly.
    const trickling = setInterval(() => {
      for (const socket of partial.slice(0, 30)) socket.write(' ');
    }, 50);
    const [whole, uploader] = [await open(), await open()];
    whole.write(getText(`${path}?whole`));
    uploader.write(headOf(300_000));
    // Sending takes longer than the period.
    const uploading = sendSteadily(uploader, 300_000);
    await hasBegun;
    await pause(100);
    const closed = edge.app.close();
    const responses = Promise.all([received(whole), received(uploader)]);
    await Promise.all(partial.map((socket) => received(socket)));
    clearInterval(trickling);
    release();
    await uploading;
    const [one, other] = await responses;
    assert.match(one, /200 OK.*whole/s);
    assert.match(other, /200 OK.*300000/s);
    await closed;
  });

  it('that reads nothing does not delay the shutdown', async (t) => {
    const { edge, open } = await openFor(t, async () => ok(`"${'x'.repeat(20_000_000)}"`), {
      limits: { paces: pacesAtStop },
    });
    const socket = await open();
    socket.write(getText(path));
    await once(edge.app.server, 'request');
    await pause(100);
    await edge.app.close();
    assert.ok((await received(socket)).length < 20_000_000);
  });
});
