import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import { createOpenStream } from './open-stream.ts';

/** A service in which the user with the ID 1 has signed in: the statuses of its responses, its nonce, and the requests. */
function makeService(statuses: { nonce?: number; live?: number; user?: number } = {}) {
  const service = {
    nonce: 'first',
    user: 1,
    statuses: { nonce: 200, live: 200, ...statuses },
    requests: [] as string[],
  };
  mock.method(globalThis, 'fetch', async (url: string, { headers }: RequestInit = {}) => {
    const sent = new Headers(headers).get('X-WP-Nonce');
    service.requests.push(sent === null ? url : `${url} ${sent}`);
    if (url === '/nonce') return new Response(service.nonce, { status: service.statuses.nonce });
    if (sent !== service.nonce) return new Response('{}', { status: 403 });
    if (url.startsWith('/api/wp/v2/users/me')) return Response.json({ id: service.user });
    const init = { status: service.statuses.live, headers: { 'Retry-After': '10' } };
    return new Response('event: ready\ndata: {}\n\n', init);
  });
  return service;
}

describe('opening a stream of the live channel', () => {
  afterEach(() => mock.restoreAll());

  const makeOpen = () => createOpenStream({ apiPath: '/api', noncePath: '/nonce', user: 1 });
  const { signal } = new AbortController();

  it('reads the nonce once, checks the user, and yields the events', async () => {
    const { requests } = makeService();
    const open = makeOpen();
    const result = await open({ topics: [1, 2], after: undefined }, signal);
    assert.equal(result.kind, 'open');
    if (result.kind !== 'open') return;
    const events: object[] = [];
    for await (const event of result.events) events.push(event);
    assert.deepEqual(events, [{ name: 'ready', data: '{}' }]);
    await open({ topics: [1], after: undefined }, signal);
    assert.deepEqual(requests, [
      '/nonce',
      '/api/wp/v2/users/me?_fields=id first',
      '/api/octavo/v1/live?entries=1,2 first',
      '/api/octavo/v1/live?entries=1 first',
    ]);
  });

  it('renews an outdated nonce', async () => {
    const service = makeService();
    const open = makeOpen();
    await open({ topics: [1], after: undefined }, signal);
    service.nonce = 'second';
    assert.equal((await open({ topics: [1], after: undefined }, signal)).kind, 'open');
    assert.equal(service.requests.at(-1), '/api/octavo/v1/live?entries=1 second');
  });

  it('reports that the session has ended, also if another user has signed in', async () => {
    const service = makeService();
    const open = makeOpen();
    await open({ topics: [1], after: undefined }, signal);
    service.nonce = 'of someone else';
    service.user = 2;
    assert.deepEqual(await open({ topics: [1], after: undefined }, signal), { kind: 'signed-out' });
    service.statuses.nonce = 400;
    assert.deepEqual(await open({ topics: [1], after: undefined }, signal), { kind: 'signed-out' });
    service.statuses.nonce = 200;
    service.user = 1;
    assert.equal((await open({ topics: [1], after: undefined }, signal)).kind, 'open', 'the session continues');
  });

  for (const status of [403, 429, 500, 503])
    it(`reports status ${status} as a failure, with the delay that the service requests`, async () => {
      makeService({ live: status });
      assert.deepEqual(await makeOpen()({ topics: [1], after: undefined }, signal), {
        kind: 'failed',
        retryAfterMs: 10_000,
      });
    });

  it('does not take a failure of the service for the end of the session', async () => {
    makeService({ nonce: 503 });
    assert.deepEqual(await makeOpen()({ topics: [1], after: undefined }, signal), { kind: 'failed', retryAfterMs: 0 });
  });
});
