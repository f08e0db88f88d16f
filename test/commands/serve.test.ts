// Tests `octavo serve` from its first start to its stop, and its HTTP responses.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { newFolder, runOctavo, serve, stop } from './processes.ts';

describe('octavo serve', () => {
  it('starts in an empty folder, prints a working curl line and the setup link, and stops cleanly', async () => {
    const data = newFolder();
    const { child, rest, printed } = await serve(data);
    const [setup, note, service] = printed.split('\n').filter((line) => !line.startsWith('{'));
    assert.match(setup ?? '', /^Set up the site at http:\/\/127\.0\.0\.1:\d+\/account\/setup#\w{43}$/);
    assert.match(note ?? '', /within an hour/);
    assert.match(service ?? '', /^Octavo serves /);
    assert.equal((await fetch(/http\S+/.exec(setup ?? '')?.[0] ?? '')).status, 200);
    const url = /curl (\S+)/.exec(printed)?.[1] ?? '';
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.equal(((await response.json()) as { title: { rendered: string } }).title.rendered, 'Hello');
    assert.doesNotMatch(printed, /password/);
    for (const probe of ['healthz', 'readyz']) assert.equal((await fetch(new URL(`/${probe}`, rest))).status, 200);
    assert.equal(await stop(child), 0);

    const again = await serve(data);
    assert.match(again.printed, /^Set up the site at /m, 'a restart prints another link');
    assert.ok(!again.printed.includes(/#(\w+)/.exec(setup ?? '')?.[1] ?? ''));
    assert.equal(await stop(again.child), 0);
  });

  it('creates the initial content once, even if users were created before the first start', async () => {
    const data = newFolder();
    for (const name of ['admin', 'ann']) runOctavo(['user', 'create', name, `${name}@example.com`, '--data', data]);
    const first = await serve(data, { OCTAVO_ADMIN_PASSWORD: 'correct horse' });
    const url = /curl (\S+)/.exec(first.printed)?.[1] ?? '';
    const post = (await (await fetch(url)).json()) as { author: number; categories: number[] };
    assert.deepEqual([post.author, post.categories], [3, [1]]);
    await stop(first.child);
    const again = await serve(data);
    assert.doesNotMatch(again.printed, /administrator|Set up/);
    await stop(again.child);
    assert.match(runOctavo(['user', 'list', '--data', data]).stdout, /^1\tadmin\t.*\n2\tann\t.*\n3\tadmin-2\t.*\n$/);

    const otherFolder = newFolder();
    runOctavo(['user', 'create', 'eve', 'eve@example.com', '--role', 'administrator', '--data', otherFolder]);
    const { child, rest, printed } = await serve(otherFolder);
    assert.doesNotMatch(printed, /password|Set up/);
    for (const [of, count] of [
      ['posts', 1],
      ['categories', 1],
      ['users', 1],
    ] as const)
      assert.equal(((await (await fetch(`${rest}/cms/v2/${of}`)).json()) as unknown[]).length, count, of);
    await stop(child);
  });

  it('reads the first password from the environment and does not print it', async () => {
    const { child, printed } = await serve(newFolder(), { OCTAVO_ADMIN_PASSWORD: 'correct horse' });
    assert.doesNotMatch(printed, /correct horse/);
    await stop(child);
  });

  it('handles bodies, HEAD, requests from other origins, large requests and malformed requests', async () => {
    const data = newFolder();
    const { child, rest } = await serve(data);
    const { stdout } = runOctavo(['app-password', 'create', 'admin', '--name', 'tests', '--data', data]);
    const authorization = `Basic ${Buffer.from(`admin:${stdout.trim()}`).toString('base64')}`;
    const made = await fetch(`${rest}/cms/v2/posts`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"title":"From outside"}',
    });
    assert.equal(made.status, 201);
    assert.match(made.headers.get('cache-control') ?? '', /no-store/);
    const head = await fetch(`${rest}/cms/v2/posts`, { method: 'HEAD', headers: { origin: 'https://elsewhere.test' } });
    assert.equal(head.headers.get('x-cms-total'), '1');
    assert.equal(head.headers.get('access-control-allow-origin'), '*');
    assert.equal(head.headers.get('access-control-allow-credentials'), null);
    assert.equal(await head.text(), '');
    const large = request(`${rest}/cms/v2/comments`, {
      method: 'POST',
      headers: { 'content-length': 11 * 1024 * 1024 },
    });
    large.flushHeaders();
    const [rejected] = (await once(large, 'response')) as [IncomingMessage];
    assert.equal(rejected.statusCode, 413);
    assert.match(String(await rejected.toArray()), /rest_body_too_large/);
    large.destroy();
    for (const [method, url] of [
      ['GET', '/cms/v2/nothing'],
      ['GET', '/%'],
      ['GET', '/%zz'],
      ['PROPFIND', '/cms/v2/posts'],
      ['LINK', '/'],
    ] as const) {
      const response = await fetch(rest + url, { method });
      assert.deepEqual(
        [response.status, ((await response.json()) as { code: string }).code],
        [404, 'rest_no_route'],
        `${method} ${url}`,
      );
    }
    const { hostname, port } = new URL(rest);
    const socket = connect(Number(port), hostname);
    socket.write('NONSENSE\r\n\r\n');
    assert.match(String(await socket.toArray()), /^HTTP\/1\.1 400 [\s\S]*rest_bad_request/);
    assert.equal(((await (await fetch(new URL('/elsewhere', rest))).json()) as { code: string }).code, 'not_found');
    await stop(child);
  });
});
