import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { Changes } from '../database/changes.ts';
import { encodeListItem } from '../http/json-text.ts';
import { type PreparedResponse, prepareResponse, ResponseCache } from './response-cache.ts';

describe('a response with concurrent requests', () => {
  /** Returns a cache whose responses are produced when `finish` is called. */
  function setUp(maxBytes: number) {
    const changes = new Changes();
    const cache = new ResponseCache(changes, () => {}, maxBytes);
    const waiting: (() => void)[] = [];
    let made = 0;
    let signal: AbortSignal | undefined;
    const make = async (abortSignal: AbortSignal): Promise<PreparedResponse> => {
      signal = abortSignal;
      made += 1;
      const number = made;
      changes.recordRead(['entries']);
      await new Promise<void>((go) => waiting.push(go));
      return prepareResponse({ status: 200, route: undefined, headers: {}, body: `${number}` }, () => []);
    };
    const send = (connection = new EventEmitter()) =>
      cache.produce('/a', connection, make).then(({ body }) => Buffer.concat(body).toString());
    const finish = () => {
      for (const go of waiting.splice(0)) go();
    };
    return { changes, answers: cache, send, finish, isAborted: () => signal?.aborted };
  }

  it('is produced once while nothing changes', async () => {
    const { answers: cache, send, finish } = setUp(100_000);
    const responses = [send(), send(), send()];
    finish();
    assert.deepEqual(await Promise.all(responses), ['1', '1', '1']);
    assert.ok(cache.find('/a'), 'cached');
  });

  it('is produced again for requests after a change, and the earlier one is not cached', async () => {
    const { changes, answers: cache, send, finish } = setUp(100_000);
    const before = [send(), send()];
    changes.recordChange(['entries']);
    const after = [send(), send()];
    finish();
    assert.deepEqual(await Promise.all([...before, ...after]), ['1', '1', '2', '2']);
    assert.equal(Buffer.concat(cache.find('/a')?.body ?? []).toString(), '2');
  });

  for (const maxBytes of [0, 100_000]) {
    it(`is canceled when the connections of all callers are closed (cache of ${maxBytes} bytes)`, async () => {
      const { send, finish, isAborted } = setUp(maxBytes);
      const [one, other] = [new EventEmitter(), new EventEmitter()];
      const responses = [send(one), send(maxBytes === 0 ? one : other), send(one)];
      one.emit('close');
      assert.equal(isAborted(), maxBytes === 0);
      other.emit('close');
      assert.equal(isAborted(), true);
      const after = send();
      assert.equal(isAborted(), false, 'a later request does not share the canceled one');
      finish();
      await Promise.all([...responses, after]);
    });
  }

  it('is not produced again for closed connections', async () => {
    const cache = new ResponseCache(new Changes(), () => {}, 100_000);
    let made = 0;
    const make = async (signal: AbortSignal): Promise<PreparedResponse> => {
      made += 1;
      await new Promise((ended) => signal.addEventListener('abort', ended));
      return prepareResponse(
        { status: 499, route: undefined, headers: { 'Cache-Control': 'no-store' }, body: '' },
        () => [],
      );
    };
    const connections = [1, 2].map(() => Object.assign(new EventEmitter(), { destroyed: false }));
    const responses = connections.map((connection) => cache.produce('/a', connection, make));
    for (const connection of connections) {
      connection.destroyed = true;
      connection.emit('close');
    }
    await Promise.all(responses);
    await cache.produce('/a', connections[0] as EventEmitter, make);
    assert.equal(made, 2, 'once for both, and once for a connection that was closed before');
  });

  it('is not canceled when a connection closes afterwards', async () => {
    const { send, finish, isAborted } = setUp(100_000);
    const connection = new EventEmitter();
    const responses = send(connection);
    finish();
    await responses;
    connection.emit('close');
    assert.equal(isAborted(), false);
    assert.equal(connection.listenerCount('close'), 0);
  });

  it('is produced for each request without a cache', async () => {
    const { send, finish } = setUp(0);
    const responses = [send(), send()];
    finish();
    assert.deepEqual(await Promise.all(responses), ['1', '2']);
  });
});

describe('the memory of short responses', () => {
  it('does not exceed the accounted size', async () => {
    const cache = new ResponseCache(new Changes(), () => {}, 8 * 1024 * 1024);
    const connection = new EventEmitter();
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 40_000; n += 1) {
      const body = n % 2 ? '[]' : [encodeListItem('1')];
      await cache.produce(`/${n}`, connection, async () => {
        // Other allocations use the same slabs.
        Buffer.from('x'.repeat(3000));
        return prepareResponse({ status: 200, route: undefined, headers: {}, body }, () => []);
      });
    }
    assert.ok(cache.statistics().bytes <= 8 * 1024 * 1024);
    const allocated = process.memoryUsage().arrayBuffers - before;
    assert.ok(allocated < 32 * 1024 * 1024, `${allocated} bytes are allocated`);
  });
});
