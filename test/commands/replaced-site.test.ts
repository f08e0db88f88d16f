// Tests that a running service continues with the site whose backup has replaced its own one.
import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLocation } from '../../server/database/open.ts';
import { createOctavo } from '../../server/octavo.ts';
import { describeEachEngine } from '../engines.ts';
import { freePort } from '../free-port.ts';
import { newFolder, runOctavo, runOctavoMeanwhile, serve, stop } from './processes.ts';

const password = 'correct horse battery staple';

/** Time in which a request must get a response, or lose its connection, in milliseconds. */
const responseMs = 30_000;

/** A request to a service as its administrator. */
type Send = (method: string, route: string, json?: object) => Promise<Response>;

/** Creates a site with a post and a setting that its key encrypts, and a backup of it. Returns the archive and an application password. */
async function createOtherSite() {
  const data = newFolder();
  const env = { OCTAVO_ADMIN_PASSWORD: password };
  const { child, rest } = await serve(data, env);
  const { stdout } = runOctavo(['--json', 'app-password', 'create', 'admin', '--data', data, '--name', 'kept']);
  const appPassword = String(JSON.parse(stdout).password);
  const send = senderOf(rest, appPassword);
  assert.equal((await send('POST', '/cms/v2/posts', { title: 'From the other site', status: 'publish' })).status, 201);
  await stop(child);
  const file = path.join(newFolder(), 'other.tar');
  const { status, stderr } = runOctavo(['backup', 'create', '--data', data, '--to', file]);
  assert.equal(status, 0, stderr);
  return { file, appPassword };
}

const senderOf =
  (rest: string, appPassword: string): Send =>
  (method, route, json) =>
    fetch(rest + route, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`admin:${appPassword}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(json && { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(responseMs),
    });

/** Waits until the service accepts the application password of the other site, and asserts that it serves this site. */
async function requireOtherSite(rest: string, appPassword: string): Promise<void> {
  const send = senderOf(rest, appPassword);
  const deadline = Date.now() + 2 * responseMs;
  for (;;) {
    const response = await send('GET', '/cms/v2/users/me').catch((error) => {
      assert.notEqual(error.name, 'TimeoutError', 'no connection is left without a response');
      return undefined;
    });
    if (response?.status === 200) break;
    // Until it was opened again, the service refuses connections, or rejects the password with the previous key.
    assert.ok(
      response === undefined || response.status === 401 || response.status === 503,
      `status ${response?.status}`,
    );
    assert.ok(Date.now() < deadline, 'the service was not opened again in time');
    await pause(50);
  }
  const posts = (await (await send('GET', '/cms/v2/posts?_fields=title')).json()) as { title: { rendered: string } }[];
  assert.deepEqual(
    posts.map(({ title }) => title.rendered),
    ['From the other site', 'Hello'],
  );
  assert.equal((await send('POST', '/cms/v2/posts', { title: 'Since then' })).status, 201);
}

let created: ReturnType<typeof createOtherSite> | undefined;

/** Returns the other site, which is created at the first call. */
const otherSite = () => {
  created ??= createOtherSite();
  return created;
};

describeEachEngine('a site that a restore replaces with another one', (engine) => {
  const environmentOf = (location: DatabaseLocation): Record<string, string> =>
    location.kind === 'postgres' ? { OCTAVO_DATABASE: location.url } : {};

  it('is served after a restore over the API, which replaces it only if the request says so', async () => {
    const { file, appPassword } = await otherSite();
    const [data, env] = [newFolder(), environmentOf(await engine.location())];
    const { child, rest } = await serve(data, { ...env, OCTAVO_ADMIN_PASSWORD: password });
    await mkdir(path.join(data, 'backups'), { recursive: true });
    await copyFile(file, path.join(data, 'backups', 'other.tar'));
    const { stdout } = runOctavo(['--json', 'app-password', 'create', 'admin', '--data', data, '--name', 'own'], env);
    const send = senderOf(rest, JSON.parse(stdout).password);
    const restore = (more: object) =>
      send('POST', '/octavo/v1/backups/other/restores', { password, name: 'other', ...more });
    const refused = await restore({});
    assert.equal(refused.status, 409);
    assert.match(((await refused.json()) as { message: string }).message, /another site .+ Send foreign=true/);
    assert.equal((await restore({ foreign: true })).status, 202);
    await requireOtherSite(rest, appPassword);
    const record = await (await senderOf(rest, appPassword)('GET', '/octavo/v1/backups/other')).json();
    assert.equal((record as { restore: { state: string } }).restore.state, 'done');
    assert.equal(await stop(child), 0);
  });

  it('is served by all workers after a restore with the command', async () => {
    const { file, appPassword } = await otherSite();
    const [data, env] = [newFolder(), environmentOf(await engine.location())];
    const variables = { ...env, OCTAVO_ADMIN_PASSWORD: password, OCTAVO_WORKERS: '2' };
    const { child, rest } = await serve(data, variables, '.', await freePort());
    const refused = runOctavo(['backup', 'restore', file, '--data', data], env);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /another site .+ add --foreign/);
    const { status, stderr } = runOctavo(['backup', 'restore', file, '--data', data, '--foreign'], env);
    assert.equal(status, 0, stderr);
    await requireOtherSite(rest, appPassword);
    // Each connection may be accepted by another worker.
    for (let n = 0; n < 20; n += 1)
      assert.equal((await senderOf(rest, appPassword)('GET', '/cms/v2/users/me')).status, 200);
    assert.equal(await stop(child), 0);
  });

  it('is served by a service inside another program', async () => {
    const { file, appPassword } = await otherSite();
    const [data, env] = [newFolder(), environmentOf(await engine.location())];
    const database = env.OCTAVO_DATABASE;
    await using octavo = await createOctavo({
      ...{ data, port: 0, logLevel: 'error', adminPassword: password },
      ...(database !== undefined && { database }),
    });
    const { url } = await octavo.listen();
    await runOctavoMeanwhile(['backup', 'restore', file, '--data', data, '--foreign'], env);
    await requireOtherSite(`${url}/rest`, appPassword);
  });
});
