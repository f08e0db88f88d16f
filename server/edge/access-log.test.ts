// Tests that the access log has a line for each request, with its route instead of its URL, and never contains secrets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { getText, openEdge, type TestEdge } from '../../test/edge.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import { Changes } from '../database/changes.ts';
import { openDiskStore } from '../files/disk-store.ts';
import type { Dispatch } from '../http/pipeline.ts';
import { makeSite } from '../site.ts';
import { AccessLog } from './access-log.ts';
import { mountsOf } from './mounts.ts';
import { ResponseCache } from './response-cache.ts';

interface Line {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly id: string;
  readonly userId?: number;
  readonly level: number;
  readonly msg: string;
}

const secret = 'dragonfruit';

describe('the access log', () => {
  let site: TestSite;
  let edge: TestEdge;
  let folder: string;
  let adminId: number;
  let hasFailure = false;
  const lines: Line[] = [];
  let raw = '';
  // The access log does not depend on the level of the log.
  const logger = pino(
    { level: 'silent' },
    {
      write: (line: string) => {
        raw += line;
        lines.push(JSON.parse(line));
      },
    },
  );
  const edgeWith = (minStatus: number, files: Awaited<ReturnType<typeof openDiskStore>>) =>
    openEdge(dispatch, {
      api: {
        mounts: mountsOf(
          makeSite('http://site.test'),
          { ...site.service.native, dispatch },
          site.service.openCompatible(),
        ),
        cache: new ResponseCache(new Changes(), () => {}, 1024 * 1024),
        translate: site.service.errors.translate,
      },
      handlers: {
        files,
        screens: { screens: site.service.screens, base: '', compatible: true },
        servePage: site.service.servePage,
        handleMcp: async () => ({ status: 401, headers: {}, userId: 7 }),
      },
      observers: { logger, accessLog: new AccessLog(logger, minStatus) },
    });
  const dispatch: Dispatch = (request) =>
    site.service.dispatch(
      hasFailure
        ? {
            ...request,
            get budget() {
              return fail();
            },
          }
        : request,
    );
  const fail = (): never => {
    throw new Error('broken');
  };
  let files: Awaited<ReturnType<typeof openDiskStore>>;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-access-log-'));
    files = await openDiskStore(folder);
    site = await openTestSite({ files });
    adminId = (await site.request('administrator', 'GET', '/cms/v2/users/me')).body.id;
    edge = await edgeWith(0, files);
  });
  after(async () => {
    await edge.app.close();
    await site.database.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    lines.length = 0;
    raw = '';
  });

  const nextLines = async (count = 1): Promise<readonly Line[]> => {
    for (let n = 0; lines.length < count && n < 6000; n += 1) await pause(10);
    return lines;
  };
  const send = async (method: string, url: string, headers: Record<string, string> = {}, body?: string) => {
    const response = await fetch(`http://127.0.0.1:${edge.port}${url}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
  };

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  const asAdmin = () => ({ authorization: site.credentials.get('administrator') ?? '' });
  const table: readonly {
    readonly request: readonly [method: string, url: string, headers?: () => Record<string, string>, body?: string];
    readonly route: string;
    readonly status: number;
    readonly isAdmin?: boolean;
  }[] = [
    { request: ['GET', '/rest/cms/v2/posts'], route: '/cms/v2/posts', status: 200 },
    { request: ['GET', '/wp-json/wp/v2/posts'], route: '/wp/v2/posts', status: 200 },
    { request: ['GET', `/rest/cms/v2/posts/1?password=${secret}`], route: '/cms/v2/posts/<id>', status: 403 },
    { request: ['GET', '/rest/cms/v2/users/me', asAdmin], route: '/cms/v2/users/me', status: 200, isAdmin: true },
    {
      request: [
        'POST',
        '/rest/cms/v2/posts',
        () => ({ ...asAdmin(), ...json }),
        `{"title":"${secret}","password":"${secret}"}`,
      ],
      route: '/cms/v2/posts',
      status: 201,
      isAdmin: true,
    },
    {
      request: ['GET', '/rest/cms/v2/users/me', () => ({ authorization: `Basic ${btoa(`admin:${secret}`)}` })],
      route: '/cms/v2/users/me',
      status: 401,
    },
    { request: ['GET', `/rest/${secret}`], route: 'none', status: 404 },
    { request: ['GET', `/uploads/${secret}.png`], route: '/uploads/*', status: 404 },
    { request: ['GET', '/healthz'], route: '/healthz', status: 200 },
    { request: ['GET', `/${secret}?x=${secret}`], route: 'none', status: 404 },
    { request: ['GET', '/account/sign-in', () => ({ cookie: `a=${secret}` })], route: '/account/*', status: 200 },
    {
      request: ['POST', '/account/sign-in', () => form, `user=admin&password=${secret}`],
      route: '/account/*',
      status: 403,
    },
  ];
  for (const { request, route, status, isAdmin = false } of table)
    it(`logs ${request[0]} ${request[1]} with its route`, async () => {
      const [method, url, headers = () => ({}), body] = request;
      await send(method, url, headers(), body);
      const [line] = await nextLines();
      assert.equal(lines.length, 1);
      assert.ok(line);
      const { durationMs, bytes, id, level, msg } = line;
      assert.deepEqual(
        [line.method, line.route, line.status, line.userId],
        [method, route, status, isAdmin ? adminId : undefined],
      );
      assert.deepEqual([level, msg], [30, 'request completed']);
      assert.match(id, /^[\da-f-]{36}$/);
      assert.ok(durationMs > 0 && durationMs < 10_000, String(durationMs));
      assert.ok(bytes > 50, String(bytes));
      assert.ok(!raw.includes(secret) && !raw.includes('Basic'), raw);
    });

  it('logs the user of an MCP request', async () => {
    await send('POST', '/mcp', json, '{}');
    const [line] = await nextLines();
    assert.deepEqual([line?.route, line?.status, line?.userId], ['/mcp', 401, 7]);
  });

  it('counts the bytes of each pipelined response', async () => {
    const socket = await edge.connect();
    const urls = ['/rest/cms/v2/posts', '/rest/cms/v2/users/me', '/healthz', '/rest/cms/v2/posts'];
    socket.write(urls.map((url, n) => getText(url, ...(n === urls.length - 1 ? ['Connection: close'] : []))).join(''));
    const received = await text(socket.setEncoding('latin1'));
    const lengths = received.split(/(?=HTTP\/1\.1 \d)/).map(({ length }) => length);
    await nextLines(urls.length);
    assert.deepEqual(
      lines.map(({ bytes }) => bytes),
      lengths,
    );
  });

  it('logs 499 when the client closes the connection before the response', async () => {
    const socket = await edge.connect();
    const received = once(edge.app.server, 'request');
    const head = [
      'POST /rest/cms/v2/posts HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 10',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    await received;
    socket.destroy();
    const [line] = await nextLines();
    assert.deepEqual([line?.method, line?.status], ['POST', 499], raw);
  });

  it('has the error ID of a 500 as its request ID', async () => {
    hasFailure = true;
    const response = await fetch(`http://127.0.0.1:${edge.port}/rest/cms/v2/pages`, { headers: asAdmin() });
    hasFailure = false;
    const { data } = (await response.json()) as { data: { status: number; id: string } };
    const [line] = await nextLines();
    assert.equal(data.status, 500);
    assert.deepEqual([line?.status, line?.id], [500, data.id]);
  });

  it('omits successful requests if only errors are logged', async () => {
    const errorsOnly = await edgeWith(400, files);
    for (const url of ['/rest/cms/v2/posts', '/rest/cms/v2/users/me', '/healthz'])
      await (await fetch(`http://127.0.0.1:${errorsOnly.port}${url}`)).arrayBuffer();
    await errorsOnly.app.close();
    assert.deepEqual(
      lines.map(({ status }) => status),
      [401],
    );
  });
});
