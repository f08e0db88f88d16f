// A test site behind the edge, listening: what is sent to it goes through a socket.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { SiteConfig } from '../../server/config/site-config.ts';
import type { Database } from '../../server/database/handle.ts';
import { makeEdge } from '../../server/edge/edge.ts';
import { KeptAnswers } from '../../server/edge/kept-answers.ts';
import { makeMcp } from '../../server/edge/mcp/answer-mcp.ts';
import { mountsOf } from '../../server/edge/mounts.ts';
import { makePages } from '../../server/edge/pages.ts';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { makeSite } from '../../server/site.ts';
import { openTestSite, type TestSite } from '../site.ts';
import type { Sent } from './requests.ts';

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** Milliseconds. */
  readonly took: number;
}

export interface ListeningSite {
  readonly site: TestSite;
  /** Where it listens: `http://127.0.0.1:1234`. */
  readonly origin: string;
  /** Sends a request below a REST root. Rejects when no whole answer comes within 10 seconds. */
  send(root: '/rest' | '/wp-json', sent: Sent): Promise<Received>;
  close(): Promise<void>;
}

/** Two sites made with the same clock are alike, and stay so as long as the same is done to both. */
const clock = () => Date.UTC(2026, 0, 2, 3, 4, 5);

/** A new site, reached through its edge. */
export async function listen(database: Database, config: SiteConfig = {}): Promise<ListeningSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-any-'));
  const files = await openDiskStore(folder);
  const site = await openTestSite({ database, clock, files, config, extensions: ['union'] });
  const addresses = makeSite('http://site.test');
  const { settings, native, answerPage } = site.service;
  const compatible = site.service.openCompatible();
  const mounts = mountsOf(addresses, native, compatible);
  const answers = new KeptAnswers(database.changes, () => database.lookForChanges(), 1 << 20);
  const pages = makePages({ addresses, mounts, version: '0', words: () => settings.values });
  const origins = ['https://editor.test'];
  const answerMcp = makeMcp({
    ...{ native, compatible, home: addresses.home, origins, version: '0' },
    words: () => settings.values,
  });
  const app = makeEdge({
    ...{ answers, mounts, pages, files, answerPage, answerMcp, origins: [] },
    isReady: async () => true,
    logger: pino({ level: 'silent' }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    site,
    origin: `http://127.0.0.1:${port}`,
    send: (root, sent) => exchange(agent, port, root + sent.path, sent, site.authorizationOf(sent.person)),
    async close() {
      agent.destroy();
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

function exchange(agent: Agent, port: number, path: string, sent: Sent, authorization?: string): Promise<Received> {
  const { method, body } = sent;
  const signedIn = authorization === undefined ? {} : { authorization };
  const length = body.length > 0 || method !== 'GET' ? { 'content-length': String(body.length) } : {};
  const headers = { ...sent.headers, ...signedIn, ...length };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers, timeout: 10_000 }, (incoming) => {
      const type = incoming.headers['content-type'];
      const isStream = type?.startsWith('text/event-stream') ?? false;
      let text = '';
      const received = (): void =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers as Received['headers'],
          text: isJson(type) || (text === '' && !isStream) ? text : JSON.stringify(text),
          took: performance.now() - began,
        });
      // Who follows events is answered without end: that it has begun is the answer.
      if (isStream) {
        received();
        incoming.on('error', () => {});
        incoming.destroy();
        return;
      }
      incoming.setEncoding('utf8');
      incoming.on('data', (part) => (text += part));
      incoming.on('error', reject);
      incoming.on('end', received);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 10 seconds')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Files are looked at as texts. */
const isJson = (type = ''): boolean => /^application\/(json|javascript)/.test(type);

/** The answer without the call of a function around it. */
export const unwrapped = (answer: Received): Received => ({
  ...answer,
  text: answer.text.replace(/^\/\*\*\/[\w.]+\((.*)\)$/s, '$1'),
});

/** Fails unless an answer is one that a client may get: no 5xx but "not possible here", and every refusal in the one shape. */
export function assertAnswer(sent: Sent, { status, text, took }: Received): void {
  const where = `${sent.method} ${sent.path.slice(0, 300)}: ${status}`;
  assert.ok(took < mostPatience, `${where} took ${Math.round(took)} ms`);
  assertStatus(status, where);
  assert.notEqual(status, 415, where);
  if (sent.method === 'HEAD' || status === 304 || (text === '' && sent.path.includes('_method=HEAD')))
    return void assert.equal(text, '', where);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  const body: any = JSON.parse(text);
  if (status >= 400) assertRefusal(body, status, where);
  const inside = body?.responses ?? body?.body?.responses ?? (typeof body?.status === 'number' ? [body] : []);
  for (const each of inside) {
    if (each === null || typeof each.status !== 'number') continue;
    assertStatus(each.status, where);
    if (each.status >= 400) assertRefusal(each.body, each.status, where);
  }
}

/** What the slowest answer may take on a machine that does other things as well. Milliseconds. */
const mostPatience = 8000;

const assertStatus = (status: number, where: string) => assert.ok(status < 500 || status === 501, where);

function assertRefusal(
  body: { readonly code?: unknown; readonly message?: unknown; readonly data?: { readonly status?: unknown } },
  status: number,
  where: string,
): void {
  assert.equal(typeof body.code, 'string', where);
  assert.equal(typeof body.message, 'string', where);
  // Before that one is told, nothing of the request was looked at.
  if (body.code !== 'rest_callback_invalid') assert.equal(body.data?.status, status, where);
}
