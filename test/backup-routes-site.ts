// Helpers for the tests of the routes of backups: a site that stores its backups in a folder, and an HTTP server.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { acquireLease } from '../server/backup/lease.ts';
import { makeEdge } from '../server/edge/edge.ts';
import { ResponseCache } from '../server/edge/response-cache.ts';
import { edgeDeps, mountsFor } from './edge.ts';
import type { TestEngine } from './engines.ts';
import { sharedFixture } from './fixture-hooks.ts';
import { createImage, openMediaSite } from './media-site.ts';
import type { Caller } from './site.ts';

/** The path of the routes. */
export const backups = '/octavo/v1/backups';

/** The password of the administrator. */
export const password = 'correct horse';

/** Opens a site for the tests of one suite, and asserts at the end that no internal error was logged. */
export function backupRoutesSite(engine: TestEngine) {
  let now = Date.now();
  const loginDelays: number[] = [];
  const opened = sharedFixture(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-backups-api-'));
    // A clock of its own lets tokens expire.
    const site = await openMediaSite({
      ...{ database: await engine.open(), backups: path.join(folder, 'all'), clock: () => now },
      pause: async (milliseconds) => loginDelays.push(milliseconds),
    });
    await site.upload('administrator', 'a.png', await createImage(30, 30));
    const cache = new ResponseCache(site.database.changes, () => {}, 1_000_000);
    const app = makeEdge(edgeDeps(mountsFor(site.service.dispatch), { api: { cache } }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    return { site, folder, origin, close: () => app.close() };
  });
  after(async () => {
    const { site, folder, close } = opened;
    await close();
    await site.service.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(site.errors, []);
  });
  const send = (method: string, below = '', json?: object, caller: Caller = 'administrator') =>
    opened.site.request(caller, method, backups + below, json);
  const recordOf = async (id: string) =>
    JSON.parse(await readFile(path.join(opened.folder, 'all', `${id}.json`), 'utf8'));
  /** Waits until the creation or restore of a backup has finished, and returns the backup. */
  const waitUntilFinished = async (id: string) => {
    for (let n = 0; n < 6000; n += 1) {
      const { state, restore, check } = await recordOf(id);
      if (state !== 'making' && restore?.state !== 'restoring' && check?.state !== 'checking')
        return (await send('GET', `/${id}`)).body;
      await pause(10);
    }
    throw new Error('the backup did not finish');
  };
  /** Retries while the lease is held. It is released shortly after the final state is reported. */
  const retryWhileBusy = async (work: () => ReturnType<typeof send>) => {
    for (let n = 0; ; n += 1) {
      const response = await work();
      if (response.body?.code !== 'rest_backup_busy' || n > 6000) return response;
      await pause(10);
    }
  };
  /** Acquires the lease, as another process does that creates or restores a backup. */
  const acquireFreeLease = async () => {
    for (let n = 0; ; n += 1) {
      const lease = await acquireLease(opened.site.database, () => now).catch(() => undefined);
      if (lease || n > 6000) return lease ?? assert.fail('the lease is never released');
      await pause(10);
    }
  };
  const createBackup = async (name = 'A name') => {
    const { status, body } = await retryWhileBusy(() => send('POST', '', { name }));
    assert.equal(status, 202, JSON.stringify(body));
    return waitUntilFinished(body.id);
  };
  const titles = async () =>
    (await opened.site.request('administrator', 'GET', '/cms/v2/posts?_fields=title&per_page=100')).body.map(
      ({ title }: { title: { rendered: string } }) => title.rendered,
    );
  const tokenFor = async (id: string) => {
    const { status, body } = await send('POST', `/${id}/downloads`, { password });
    assert.equal(status, 201, JSON.stringify(body));
    return body.token as string;
  };
  const archiveUrl = (id: string, token: string) => `${opened.origin}/rest${backups}/${id}/archive?token=${token}`;
  return {
    opened,
    /** The delays of wrong passwords so far, in milliseconds. Tests do not wait for them. */
    loginDelays,
    ...{
      send,
      recordOf,
      waitUntilFinished,
      retryWhileBusy,
      acquireFreeLease,
      createBackup,
      titles,
      tokenFor,
      archiveUrl,
    },
    /** Advances the clock of the site. */
    later: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}
