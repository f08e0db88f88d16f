// Tests services that run inside a program (docs/embedding.md).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { createOctavo, defineConfig, type OctavoOptions } from '../server/octavo.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-embedding-'));
after(() => rmSync(folder, { recursive: true }));

const newData = () => mkdtempSync(path.join(folder, 'data-'));

/** Opens a service with a new site. */
const open = (options: OctavoOptions = {}) =>
  createOctavo({ data: newData(), port: 0, logLevel: 'error', adminPassword: 'a long password', ...options });

const json = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape and assert what they find.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
};

/** Starts a server of the program, which passes all requests to a handler. Closes it after the test. */
async function serveWith(handler: Parameters<typeof createServer>[1], t: { after(call: () => void): void }) {
  const server: Server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an embedded service', () => {
  it('returns the generated password of a new site once', async () => {
    const data = newData();
    const options = { data, port: 0, logLevel: 'error' };
    await using first = await createOctavo(options);
    assert.equal(first.administrator?.username, 'admin');
    assert.match(first.administrator?.password ?? '', /^\S{20}$/);
    await first.close();
    await using second = await createOctavo(options);
    assert.equal(second.administrator, undefined);
  });

  it('runs next to others in the same process', async () => {
    const config = defineConfig({
      types: [{ name: 'recipe', restBase: 'recipes', noun: { one: 'recipe', many: 'recipes' } }],
    });
    await using recipes = await open({ config });
    const exitListeners = process.listenerCount('exit');
    await using other = await open({ compatibility: false });
    assert.equal(process.listenerCount('exit'), exitListeners, 'Node.js warns of more than ten listeners');
    const [one, two] = await Promise.all([recipes.listen(), other.listen()]);
    assert.notEqual(one.url, two.url);
    assert.equal(one.url, recipes.home);
    const statuses = (path: string) =>
      Promise.all([recipes, other].map(async ({ home }) => (await fetch(`${home}${path}`)).status));
    assert.deepEqual(await statuses('/rest/cms/v2/recipes'), [200, 404]);
    assert.deepEqual(await statuses('/wp-json/wp/v2/posts'), [200, 404]);
    await recipes.close();
    assert.equal((await json(`${other.rest}/cms/v2/posts`)).status, 200, 'the other one still runs');
  });

  it('serves requests of other servers', async (t) => {
    const adminPassword = 'a long password';
    await using octavo = await open({ adminPassword });
    const origin = await serveWith(octavo.handler, t);
    assert.equal((await json(`${origin}/rest/cms/v2/posts`)).body.length, 1);
    const form = new URLSearchParams({ log: 'admin', pwd: adminPassword });
    const signedIn = await fetch(`${origin}/account/sign-in`, { method: 'POST', body: form, redirect: 'manual' });
    await signedIn.body?.cancel();
    assert.ok(signedIn.status < 500, `status ${signedIn.status}`);
    assert.equal((await json(`${origin}/rest/cms/v2/posts`, { method: 'POST', body: form })).status, 401);
  });

  it('is closed after a client went away before its request was passed on', { timeout: 60_000 }, async (t) => {
    const octavo = await open();
    const passedOn = Promise.withResolvers<void>();
    const abort = new AbortController();
    const origin = await serveWith(async (request, response) => {
      abort.abort();
      await once(response, 'close');
      octavo.handler(request, response);
      passedOn.resolve();
    }, t);
    const request = fetch(`${origin}/rest/cms/v2/posts`, { signal: abort.signal });
    await assert.rejects(request);
    await passedOn.promise;
    await octavo.close();
  });

  it('responds with 503 after it was closed', async (t) => {
    const octavo = await open();
    const origin = await serveWith(octavo.handler, t);
    await octavo.close();
    await octavo.close();
    const response = await fetch(`${origin}/rest/cms/v2/posts`);
    assert.deepEqual([response.status, await response.text()], [503, 'The service is stopped.\n']);
  });

  it('listens once, and not after it was closed', async () => {
    const octavo = await open();
    await octavo.listen();
    await assert.rejects(octavo.listen(), /already listening/);
    await octavo.close();
    await assert.rejects(octavo.listen(), /is closed/);
  });

  it('reports a port in use, and closes', async () => {
    await using first = await open();
    const { url } = await first.listen();
    const second = await open({ port: Number(new URL(url).port) });
    await assert.rejects(second.listen(), /already in use/);
    await second.close();
  });

  it('rejects invalid options with their names', async () => {
    const rejects = (options: object, message: RegExp) => assert.rejects(createOctavo(options), message);
    await rejects({ port: 70_000 }, /--port must be an integer/);
    await rejects({ prot: 1 }, /Unknown option prot/);
    await rejects({ workers: 2 }, /Unknown option workers/);
    await rejects({ mail: { server: 'http://a' } }, /mail/);
    await rejects({ data: newData(), config: { tipes: [] } }, /Invalid configuration: .*unknown key tipes/);
    await rejects({ data: newData(), config: '/missing/octavo.config.ts' }, /No such file/);
  });
});
