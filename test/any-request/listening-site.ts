// Opens a test site that listens on a port, and checks its responses.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SiteConfig } from '../../server/config/site-config.ts';
import type { Database } from '../../server/database/handle.ts';
import { makeEdge } from '../../server/edge/edge.ts';
import { makeMcp } from '../../server/edge/mcp/handle-mcp.ts';
import { mountsOf } from '../../server/edge/mounts.ts';
import { makePages } from '../../server/edge/pages.ts';
import { ResponseCache } from '../../server/edge/response-cache.ts';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { makeSite } from '../../server/site.ts';
import { edgeDeps } from '../edge.ts';
import { openTestSite, type TestSite } from '../site.ts';
import type { SentRequest } from './requests.ts';

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** Time from sending the request to the end of the response, in milliseconds. */
  readonly durationMs: number;
}

export interface ListeningSite {
  readonly site: TestSite;
  /** Origin of the site, such as `http://127.0.0.1:1234`. */
  readonly origin: string;
  /** Sends a request to a REST root. Rejects if there is no complete response within 10 seconds. */
  send(root: '/rest' | '/wp-json', sentRequest: SentRequest): Promise<Received>;
  close(): Promise<void>;
}

/** A fixed clock. With it, two sites that receive the same requests stay identical. */
const clock = () => Date.UTC(2026, 0, 2, 3, 4, 5);

/** Opens a new site on a database and listens on a free port. */
export async function listen(database: Database, config: SiteConfig = {}): Promise<ListeningSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-any-'));
  const files = await openDiskStore(folder);
  const site = await openTestSite({ database, clock, files, config, extensions: ['union'] });
  const urls = makeSite('http://site.test');
  const { settings, native, servePage } = site.service;
  const compatible = site.service.openCompatible();
  const mounts = mountsOf(urls, native, compatible);
  const cache = new ResponseCache(database.changes, () => database.pollChanges(), 1 << 20);
  const pages = makePages({ hasFeeds: true, urls, mounts, version: '0', siteInfo: () => settings.values });
  const origins = ['http://site.test', 'https://editor.test'];
  const handleMcp = makeMcp({
    ...{ native, compatible, origins, version: '0' },
    siteInfo: () => settings.values,
  });
  const app = makeEdge(edgeDeps(mounts, { api: { cache }, handlers: { pages, files, servePage, handleMcp } }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    site,
    origin: `http://127.0.0.1:${port}`,
    send: (root, sentRequest) =>
      exchange(agent, port, root + sentRequest.path, sentRequest, site.authorizationOf(sentRequest.caller)),
    async close() {
      agent.destroy();
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

function exchange(
  agent: Agent,
  port: number,
  path: string,
  sentRequest: SentRequest,
  authorization?: string,
): Promise<Received> {
  const { method, body } = sentRequest;
  const signedIn = authorization === undefined ? {} : { authorization };
  const length = body.length > 0 || method !== 'GET' ? { 'content-length': String(body.length) } : {};
  const headers = { ...sentRequest.headers, ...signedIn, ...length };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers, timeout: 10_000 }, (incoming) => {
      const type = incoming.headers['content-type'];
      const isStream = method !== 'HEAD' && type?.startsWith('text/event-stream') === true;
      let text = '';
      const received = (): void =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers as Received['headers'],
          text: isJson(type) || (text === '' && !isStream) ? text : JSON.stringify(text),
          durationMs: performance.now() - began,
        });
      // An event stream does not end, so only its headers are compared.
      if (isStream) {
        received();
        incoming.on('error', () => {});
        incoming.destroy();
        return;
      }
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk) => (text += chunk));
      incoming.on('error', reject);
      incoming.on('end', received);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('No response within 10 seconds.')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Whether a content type is that of a JSON or JSONP body. Other bodies are compared as strings. */
const isJson = (type = ''): boolean => /^application\/(json|javascript)/.test(type);

/** Returns a response whose body is the JSON inside the JSONP callback, if there is one. */
export const withoutCallback = (response: Received): Received => ({
  ...response,
  text: response.text.replace(/^\/\*\*\/[\w.]+\((.*)\)$/s, '$1'),
});

/**
 * Asserts that a response was not late, is neither 415 nor a 5xx other than 501, and is in the error format if it is an error.
 * Responses inside a batch or an envelope are checked too.
 */
export function assertValidResponse(sentRequest: SentRequest, { status, text, durationMs }: Received): void {
  const context = `${sentRequest.method} ${sentRequest.path.slice(0, 300)}: ${status}`;
  assert.ok(durationMs < maxResponseMs, `${context} took ${Math.round(durationMs)} ms`);
  assertStatus(status, context);
  assert.notEqual(status, 415, context);
  if (sentRequest.method === 'HEAD' || status === 304 || (text === '' && sentRequest.path.includes('_method=HEAD')))
    return void assert.equal(text, '', context);
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape.
  const body: any = JSON.parse(text);
  if (status >= 400) assertApiError(body, status, context);
  const inside = body?.responses ?? body?.body?.responses ?? (typeof body?.status === 'number' ? [body] : []);
  for (const each of inside) {
    if (each === null || typeof each.status !== 'number') continue;
    assertStatus(each.status, context);
    if (each.status >= 400) assertApiError(each.body, each.status, context);
  }
}

/** Maximum duration of a request on a busy machine, in milliseconds. */
const maxResponseMs = 8000;

const assertStatus = (status: number, context: string) => assert.ok(status < 500 || status === 501, context);

function assertApiError(
  body: { readonly code?: unknown; readonly message?: unknown; readonly data?: { readonly status?: unknown } },
  status: number,
  context: string,
): void {
  assert.equal(typeof body.code, 'string', context);
  assert.equal(typeof body.message, 'string', context);
  // An invalid callback is rejected before the rest of the request is processed, so this error has no data.
  if (body.code !== 'rest_callback_invalid') assert.equal(body.data?.status, status, context);
}
