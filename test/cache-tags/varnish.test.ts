// Tests two nodes behind Varnish with the configuration of docs/cdn.md: an edit removes exactly the responses with the purged tags, and after
// the purge, no response is outdated.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { WebhookDispatcher } from '../../server/webhooks/webhook-dispatcher.ts';
import { describeEachEngine } from '../engines.ts';
import { freePort } from '../free-port.ts';
import { guideBlock } from '../guide-block.ts';
import { seededRandom } from '../spam-submissions.ts';
import { close, openSecondNode, type TestNode } from '../test-node.ts';
import { addRecords, makeNextChange } from './random-changes.ts';
import { openTaggedSite, requestTagged, type TaggedSite, urlsOf, withoutSecrets } from './tagged-site.ts';

// Debian installs servers in /usr/sbin, which the PATH of users does not always contain.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
const hasVarnish = spawnSync('varnishd', ['-V'], { env }).error === undefined;

/** Number of random edits and reads. */
const stepCount = Number(process.env.OCTAVO_CDN_STEPS ?? 300);

const token = 'a-token-for-tests';

/** Returns the configuration of the guide with the ports of the nodes. */
function varnishConfig(ports: readonly number[]): string {
  return guideBlock('docs/cdn.md', 'vcl', {
    '"8081"': `"${ports[0]}"`,
    '"8082"': `"${ports[1]}"`,
    'REPLACE-THIS-TOKEN': token,
  });
}

interface Varnish {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts Varnish in front of these ports. */
async function openVarnish(ports: readonly number[]): Promise<Varnish> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-varnish-'));
  const file = path.join(folder, 'default.vcl');
  await writeFile(file, varnishConfig(ports));
  const port = await freePort();
  // Without a jail, Varnish runs as the user of the test, who can read the file.
  const args = [
    '-j',
    'none',
    '-F',
    '-n',
    path.join(folder, 'work'),
    '-a',
    `127.0.0.1:${port}`,
    '-f',
    file,
    '-s',
    'malloc,64m',
  ];
  const varnish: ChildProcess = spawn('varnishd', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [varnish.stdout, varnish.stderr]) stream?.on('data', (text) => (output += text));
  const ended = once(varnish, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/robots.txt`).then(
      () => true,
      () => false,
    ))
  ) {
    if (varnish.exitCode !== null) throw new Error(`varnishd ended: ${output}`);
    await setTimeout(50);
  }
  return {
    url,
    async close() {
      varnish.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const portOf = ({ app }: TestNode): number => (app.server.address() as AddressInfo).port;

if (!hasVarnish) it('two nodes behind Varnish', { skip: 'varnishd is not installed' }, () => {});
else
  describeEachEngine('two nodes behind Varnish', (engine) => {
    let site: TaggedSite;
    let second: TestNode;
    let varnish: Varnish;
    let dispatcher: WebhookDispatcher;
    before(async () => {
      const sharedCaching = { format: 'xkey', maxAgeSeconds: 86_400, staleSeconds: 0 } as const;
      site = await openTaggedSite(engine, { sharedCaching, hasRealClock: true });
      const { node, files } = site;
      second = await openSecondNode(node, site.location, { sharedCaching, files });
      await addRecords(site);
      varnish = await openVarnish([portOf(node), portOf(second)]);
      const { database } = node;
      dispatcher = new WebhookDispatcher({ database, clock: Date.now, fetchLimits: { hosts: new Set(['127.0.0.1']) } });
      await node.site.create('/octavo/v1/webhooks', { url: `${varnish.url}/`, format: 'varnish', token });
      await purge();
    });
    after(async () => {
      await varnish?.close();
      await dispatcher?.stop();
      if (second) await close(second);
      await site?.close();
    });

    /** Sends the purges of all events until now, and waits until Varnish has received them. */
    async function purge(): Promise<void> {
      await site.node.site.service.tasks.queueDeliveries();
      for (;;) {
        await dispatcher.drain();
        const { body } = await site.node.site.request(
          'administrator',
          'GET',
          '/octavo/v1/webhooks/1/deliveries?state=waiting',
        );
        if (body.length === 0) break;
        await setTimeout(20);
      }
      const failed = await site.node.site.request(
        'administrator',
        'GET',
        '/octavo/v1/webhooks/1/deliveries?state=failed',
      );
      assert.deepEqual(failed.body, []);
    }

    const read = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(varnish.url + url, {
        redirect: 'manual',
        headers: { accept: 'text/html,*/*', ...headers },
      });
      const { status } = response;
      return { status, body: withoutSecrets(await response.text()), cache: response.headers.get('x-cache') };
    };
    const direct = async (url: string) => {
      const response = await requestTagged(site.node, url);
      const tags = (response.headers.get('xkey') ?? '').split(' ').filter((tag) => tag !== '');
      return { status: response.status, body: withoutSecrets(await response.text()), tags };
    };

    /** Reads a URL until the response is stored, which is not the case while the nodes do not know each other's changes in time. */
    const readStored = async (url: string) => {
      for (let attempt = 0; ; attempt += 1) {
        const response = await read(url);
        if (response.cache === 'hit' || attempt >= 100) return response;
        await setTimeout(50);
      }
    };

    it('stores exactly the tagged responses, and requests exactly those again that an edit changes', async () => {
      const urls = urlsOf(site.records);
      for (const url of urls) await read(url);
      const tagsByUrl = new Map<string, readonly string[]>();
      for (const url of urls) {
        const { tags, status } = await direct(url);
        if (tags.length > 0) tagsByUrl.set(url, tags);
        const { cache } = await (tags.length > 0 ? readStored(url) : read(url));
        assert.equal(cache, tags.length > 0 ? 'hit' : 'pass', `${url} (${status})`);
      }
      await site.purged();
      await site.change('POST', `/cms/v2/posts/${site.records.posts[0]}`, { title: 'Edited' });
      const purged = await site.purged();
      await purge();
      const counts = { hit: 0, miss: 0 };
      for (const [url, tags] of tagsByUrl) {
        const expected = tags.some((tag) => purged.has(tag)) ? 'miss' : 'hit';
        assert.equal((await read(url)).cache === 'hit', expected === 'hit', `${url}: ${tags.join()}`);
        counts[expected] += 1;
      }
      assert.ok(counts.hit > 10 && counts.miss > 10, JSON.stringify(counts));
    });

    it('passes requests with credentials, whose responses are not stored', async () => {
      const { id } = await site.node.site.create('/cms/v2/posts', { title: 'Private', status: 'private' });
      const authorization = site.node.site.authorizationOf('administrator') ?? '';
      const url = '/rest/cms/v2/posts?status=publish,private';
      const list = '/rest/cms/v2/posts';
      const anonymous = await read(list);
      for (const headers of [{ authorization }, { cookie: 'a=b' }])
        for (let at = 0; at < 2; at += 1) assert.equal((await read(list, headers)).cache, 'pass');
      const own = await read(url, { authorization });
      assert.ok(own.body.includes(`"id":${id},`));
      assert.equal((await read(url)).body.includes(`"id":${id},`), false);
      assert.equal((await read(list)).body, anonymous.body);
    });

    it('rejects purges without the token', async () => {
      const { status } = await fetch(`${varnish.url}/`, { method: 'PURGE', headers: { 'xkey-purge': 'site' } });
      assert.equal(status, 403);
    });

    it(`serves nothing outdated after the purges of ${stepCount} random edits and reads`, async () => {
      const { seed = Math.floor(Math.random() * 2 ** 31) } = fc.readConfigureGlobal();
      const random = seededRandom(seed);
      const nextChange = makeNextChange(site, random);
      const authorization = site.node.site.authorizationOf('administrator') ?? '';
      const readAny = async () => {
        const urls = urlsOf(site.records);
        const url = urls[Math.floor(random() * urls.length)] ?? '/';
        await read(url, random() < 0.2 ? { authorization } : {});
      };
      const batchSize = 30;
      for (let step = 0; step < stepCount; step += batchSize) {
        const names: string[] = [];
        for (let at = 0; at < batchSize; at += 1) {
          if (random() < 0.3) {
            const change = nextChange();
            names.push(change.name);
            // Reads while the change is committed may store the previous version.
            await Promise.all([change.run(), readAny(), readAny()]);
          } else await readAny();
        }
        await purge();
        for (const url of urlsOf(site.records)) {
          const [stored, current] = [await read(url), await direct(url)];
          const message = `seed ${seed}, step ${step}: ${url} (${stored.cache}) is outdated after: ${names.join(', ')}`;
          assert.deepEqual([stored.status, stored.body], [current.status, current.body], message);
        }
      }
    });
  });
