// Follows docs/webhooks.md exactly: runs its commands against a service, and tests its modules with real deliveries.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { newFolder } from './commands/processes.ts';
import { blocksOf, commandsOf, shellOf, writeFiles } from './page-blocks.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const blocks = blocksOf('docs/webhooks.md');
const files = blocks.filter(({ file }) => file !== '');
const commands = commandsOf(blocks);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Functions that the receiver module on the page exports. */
interface Receiver {
  readonly server: Server;
  readonly pages: Map<string, ReadonlySet<string>>;
  isAuthentic(headers: Headers, body: string): boolean;
}

interface FeedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly data: { readonly subject: number } };
}

type Follow = (position: number | undefined, signal: AbortSignal) => AsyncGenerator<FeedEvent>;

/** Returns a free port. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

describe('docs/webhooks.md', () => {
  const data = newFolder();
  const modules = path.join(data, 'modules');
  const importModule = (file: string) => import(pathToFileURL(path.join(modules, file)).href);
  let service: InProcessService;
  let rest = '';
  let port = 0;
  let shell: ReturnType<typeof shellOf>;
  let receiver: Receiver;
  const deliveries: { headers: Headers; body: string }[] = [];

  const run = async (...parts: string[]): Promise<string> => {
    const command = commands.find((each) => parts.every((part) => each.includes(part)));
    assert.ok(command, parts.join());
    return shell.run(command.replace('127.0.0.1:3000', `127.0.0.1:${port}`));
  };
  const create = async (): Promise<number> => {
    const response = await fetch(`${rest}/cms/v2/posts`, {
      ...{ method: 'POST', body: JSON.stringify({ title: 'One', status: 'publish' }) },
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`admin:${shell.env.OCTAVO_APP_PASSWORD}`).toString('base64')}`,
      },
    });
    assert.equal(response.status, 201);
    return ((await response.json()) as { id: number }).id;
  };
  const until = async (condition: () => boolean) => {
    for (const began = Date.now(); !condition(); await pause(20)) assert.ok(Date.now() - began < 60_000);
  };

  before(async () => {
    writeFiles(files, modules);
    writeFileSync(path.join(modules, 'package.json'), '{"type": "module"}');
    symlinkSync(path.resolve('node_modules'), path.join(modules, 'node_modules'));
    port = await findFreePort();
    const start = commands.find((each) => each.endsWith('npm start')) ?? '';
    const variables = [...start.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
    assert.equal(variables.length, 1);
    service = await startInProcess({ data, env: Object.fromEntries(variables) });
    ({ rest } = service);
    shell = shellOf(service);
    await run('export OCTAVO_APP_PASSWORD');
    const { secret, url } = JSON.parse(await run('-d url='));
    assert.equal(url, `http://127.0.0.1:${port}/webhook`);
    Object.assign(process.env, { WEBHOOK_SECRET: secret, PORT: String(port) });
    Object.assign(process.env, { CMS_REST: rest, CMS_CREDENTIALS: `admin:${shell.env.OCTAVO_APP_PASSWORD}` });
    receiver = await importModule('receiver.js');
    receiver.server.on('request', (request) => {
      let body = '';
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => deliveries.push({ headers: request.headers, body }));
    });
  });
  after(() => {
    receiver.server.closeAllConnections();
    receiver.server.close();
    return service.close();
  });

  it('has no commands and modules that this test does not run', () => {
    assert.deepEqual(
      files.map(({ file }) => file),
      ['receiver.js', 'verify.js', 'follow.js'],
    );
    assert.equal(commands.length, 9);
  });

  it('passes lint', () => {
    const config = [`--config-path=${path.resolve('biome.json')}`, '--vcs-enabled=false'];
    const paths = files.map(({ file }) => path.join(modules, file));
    const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', ['check', ...config, ...paths], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
  });

  it('has a receiver that deletes cached pages with a tag of the event', async () => {
    receiver.pages.set('/', new Set(['type:post']));
    receiver.pages.set('/contact', new Set(['entry:987654']));
    await create();
    await until(() => !receiver.pages.has('/'));
    assert.deepEqual([...receiver.pages.keys()], ['/contact']);
  });

  it('has a receiver that verifies signatures and timestamps, as the library does', async () => {
    await until(() => deliveries.length > 0);
    const [{ headers, body } = { headers: {}, body: '' }] = deliveries;
    const { verify } = await importModule('verify.js');
    assert.equal(verify(headers, body).type, 'entry.created');
    const isAuthentic = (change: Headers, text = body) => receiver.isAuthentic({ ...headers, ...change }, text);
    assert.equal(isAuthentic({}), true);
    const former = `v1,${Buffer.alloc(32).toString('base64')}`;
    assert.equal(isAuthentic({ 'webhook-signature': `${former} ${headers['webhook-signature']}` }), true);
    assert.equal(isAuthentic({}, body.replace('entry', 'user')), false);
    assert.throws(() => verify(headers, body.replace('entry', 'user')));
    for (const change of [
      { 'webhook-signature': former },
      { 'webhook-signature': undefined },
      { 'webhook-timestamp': undefined },
      { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) },
      { 'webhook-id': 'other' },
    ])
      assert.equal(isAuthentic(change), false, JSON.stringify(change));
    const unsigned = await fetch(`http://127.0.0.1:${port}/webhook`, { method: 'POST', body });
    assert.equal(unsigned.status, 401);
  });

  it('has commands that send a ping, list deliveries and repeat a delivery', async () => {
    const ping = JSON.parse(await run('-X POST', '/webhooks/1/deliveries'));
    assert.equal(ping.kind, 'webhook.ping');
    await until(() => deliveries.some(({ headers }) => headers['webhook-id'] === ping.event));
    const list = commands.find((each) => each.endsWith('/webhooks/1/deliveries') && !each.includes('POST')) ?? '';
    const [latest, first] = JSON.parse(await shell.run(list));
    assert.deepEqual([latest.id, first.kind, first.state], [ping.id, 'entry.created', 'delivered']);
    const count = deliveries.length;
    assert.equal(JSON.parse(await run('/deliveries/1/redeliver')).event, first.event);
    await until(() => deliveries.length > count);
    assert.equal(deliveries.at(-1)?.headers['webhook-id'], first.event);
    assert.deepEqual(JSON.parse(await run('/deliveries/redeliver')), { queued: 0, failed: 0 });
  });

  it('has a command that replaces the secret, after which both secrets are valid', async () => {
    const { secret } = JSON.parse(await run('/webhooks/1/secret'));
    assert.notEqual(secret, process.env.WEBHOOK_SECRET);
    const count = deliveries.length;
    await create();
    await until(() => deliveries.length > count);
    const { headers = {}, body = '' } = deliveries.at(-1) ?? {};
    assert.equal(String(headers['webhook-signature']).split(' ').length, 2);
    assert.equal(receiver.isAuthentic(headers, body), true, 'the signature with the previous secret is valid');
    process.env.WEBHOOK_SECRET = secret;
    const { verify } = await importModule('verify.js');
    assert.equal(verify(headers, body).type, 'entry.created');
  });

  it('has a command that follows the live feed, and a module that resumes it', async () => {
    const command = commands.find((each) => each.includes('/octavo/v1/events')) ?? '';
    const stream = await shell.run(`${command.replace('curl ', 'curl -sS --max-time 2 ')} 2>/dev/null || test $? = 28`);
    assert.match(stream, /^event: entry\.created$/m);
    assert.doesNotMatch(stream, /^event: (?!entry\.created)/m);
    const { follow } = (await importModule('follow.js')) as { follow: Follow };
    const ending = new AbortController();
    const received: FeedEvent[] = [];
    const reading = (async () => {
      for await (const each of follow(undefined, ending.signal)) received.push(each);
    })();
    // The stream begins with the events after its request, and it is not known when the service has received the request.
    const ids: unknown[] = [];
    for (let n = 0; received.length === 0; n += 1) {
      assert.ok(n < 60, 'an event is received');
      ids.push(await create());
      for (let checks = 0; checks < 50 && received.length === 0; checks += 1) await pause(20);
    }
    ending.abort();
    await assert.rejects(reading, { name: 'AbortError' });
    assert.equal(received[0]?.event, 'entry.created');
    assert.ok(ids.includes(received[0]?.data.data.subject));
    const again = follow(Number(received[0]?.id) - 1, AbortSignal.timeout(60_000));
    assert.equal((await again.next()).value?.id, received[0]?.id);
    await again.return(undefined);
    process.env.CMS_CREDENTIALS = 'admin:wrong';
  });
});
