// Tests that pipelined requests on one connection are served in order, and do not delay other clients.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { getText, openEdge, type TestEdge } from '../../test/edge.ts';
import type { ApiRequest } from '../http/request.ts';

const path = '/rest/cms/v2/posts';
const manyRequests = (count: number, ...lines: string[]): string =>
  Array.from({ length: count }, (_, n) => getText(`${path}?n=${n}`, ...lines)).join('');

const connectionsOf = ({ app }: TestEdge): Promise<number> =>
  new Promise((count) => app.server.getConnections((_error, open) => count(open)));

describe('pipelined requests', () => {
  let edge: TestEdge;
  let sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await edge.app.close();
  });

  /** Starts an edge whose responses end with `padding`. `served` contains the queries in the order of dispatch. */
  async function setUp(padding = '', work: () => Promise<void> = async () => {}) {
    const served: string[] = [];
    const state = { inFlight: 0, maxInFlight: 0 };
    const dispatch = async ({ query }: ApiRequest) => {
      served.push(query);
      state.inFlight += 1;
      state.maxInFlight = Math.max(state.maxInFlight, state.inFlight);
      await work();
      state.inFlight -= 1;
      return { status: 200, headers: {}, route: undefined, body: `["${query}${padding}"]` };
    };
    edge = await openEdge(dispatch);
    const open = async () => {
      const socket = await edge.connect();
      sockets.push(socket);
      return socket;
    };
    return { served, state, open };
  }

  /** Waits until no more requests are dispatched. */
  async function untilIdle(served: readonly string[]): Promise<number> {
    for (let before = -1; before !== served.length; ) {
      before = served.length;
      await pause(150);
    }
    return served.length;
  }

  /** Returns the queries in the bodies of a number of responses, in order. */
  async function queriesOf(socket: Socket, count: number): Promise<string[]> {
    const found: string[] = [];
    let rest = '';
    socket.on('data', (data) => {
      const text = rest + data.toString('latin1');
      for (const [, query = ''] of text.matchAll(/\["(n=\d+)[x"]/g)) found.push(query);
      rest = /\[[^\]x]{0,10}$/.exec(text)?.[0] ?? '';
    });
    socket.resume();
    while (found.length < count) await once(socket, 'data', { signal: AbortSignal.timeout(60_000) });
    return found;
  }

  for (const lines of [[], ['Authorization: Basic eDp5']]) {
    const whose = lines.length > 0 ? 'with credentials' : 'without credentials';

    it(`${whose} are served one at a time, interleaved with those of other clients`, async () => {
      const { served, state, open } = await setUp('', () => new Promise((go) => setImmediate(go)));
      const [many, one] = [await open(), await open()];
      many.write(manyRequests(200, ...lines));
      await once(edge.app.server, 'request');
      one.write(getText(`${path}?one`, ...lines));
      await queriesOf(many, 200);
      assert.ok(served.indexOf('one') >= 0 && served.indexOf('one') < 100, `served after ${served.indexOf('one')}`);
      assert.ok(state.maxInFlight <= 2, `${state.maxInFlight} were in flight`);
    });

    it(`${whose} are dispatched no faster than their responses are read, and get their responses in order`, async () => {
      const { served, open } = await setUp('x'.repeat(2_000_000));
      const socket = await open();
      socket.write(manyRequests(80, ...lines));
      const before = await untilIdle(served);
      assert.ok(before < 20, `${before} responses of 2 MB were produced for a client that reads nothing`);
      const queries = await queriesOf(socket, 80);
      assert.deepEqual(
        queries,
        Array.from({ length: 80 }, (_, n) => `n=${n}`),
      );
    });
  }

  it('are not read from the socket while too many wait', async () => {
    let release = () => {};
    const released = new Promise<void>((go) => (release = go));
    const { served, open } = await setUp('', () => released);
    const socket = await open();
    // Exceeds the buffers of two sockets.
    const count = 200_000;
    let accepted: Socket | undefined;
    edge.app.server.on('request', (request) => (accepted = request.socket));
    const text = manyRequests(count);
    socket.write(text);
    await once(edge.app.server, 'request');
    await pause(300);
    assert.ok((accepted?.bytesRead ?? 0) < 200_000, `${accepted?.bytesRead} bytes were read`);
    assert.equal(served.length, 1);
    release();
  });

  it('all get a response when the service stops after receiving them', async () => {
    let release = () => {};
    const released = new Promise<void>((go) => (release = go));
    const { served, open } = await setUp('', () => released);
    const socket = await open();
    socket.write(manyRequests(10));
    while (served.length === 0) await pause(5);
    const closed = edge.app.close();
    release();
    assert.equal((await queriesOf(socket, 10)).length, 10);
    await closed;
  });

  it('are dropped when their connection closes', async () => {
    let release = () => {};
    const released = new Promise<void>((go) => (release = go));
    const { served, open } = await setUp('', () => released);
    const socket = await open();
    socket.write(manyRequests(10));
    while (served.length === 0) await pause(5);
    socket.destroy();
    while ((await connectionsOf(edge)) > 0) await pause(5);
    release();
    assert.equal(await untilIdle(served), 1);
  });
});
