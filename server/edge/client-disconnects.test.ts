// Tests that clients that disconnect in the middle of a body are counted and do not cause errors in the log.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openEdge, type TestEdge } from '../../test/edge.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import { openDiskStore } from '../files/disk-store.ts';

const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsome of it';

describe('a client that disconnects in the middle of a body', () => {
  let site: TestSite;
  let edge: TestEdge;
  let folder: string;
  const lines: { level: number; err?: unknown; stack?: unknown; msg: string }[] = [];
  const recordedStatuses: number[] = [];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-disconnects-'));
    const files = await openDiskStore(folder);
    site = await openTestSite({ files });
    edge = await openEdge(site.service.dispatch, {
      api: { translate: site.service.errors.translate },
      handlers: {
        files,
        screens: { screens: site.service.screens, base: '', compatible: true },
        servePage: site.service.servePage,
      },
      observers: {
        logger: pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
        recordRequest: (_method, _route, status) => void recordedStatuses.push(status),
      },
    });
  });
  after(async () => {
    await edge.app.close();
    await site.database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const bodies: readonly (readonly [method: string, path: string, type: string, body: string])[] = [
    ['POST', '/rest/cms/v2/posts', 'application/json', '{"title":"x'],
    ['PATCH', '/wp-json/wp/v2/posts/1', 'application/json', '{"title":"x'],
    ['POST', '/rest/cms/v2/posts', 'application/x-www-form-urlencoded', 'title=x'],
    ['POST', '/rest/batch/v1', 'application/json', '{"requests":['],
    ['POST', '/rest/cms/v2/media', 'text/plain', 'x'],
    ['POST', '/rest/cms/v2/media', 'multipart/form-data; boundary=b', part],
    ['POST', '/account/sign-in', 'application/x-www-form-urlencoded', 'user=x'],
    ['POST', '/a-page', 'application/x-www-form-urlencoded', 'password=x'],
  ];
  for (const [method, address, type, body] of bodies)
    for (const closeMethod of ['destroy', 'resetAndDestroy'] as const)
      it(`logs no error: ${method} ${address} as ${type.split(';', 1)[0]} (${closeMethod})`, async () => {
        lines.length = 0;
        recordedStatuses.length = 0;
        const socket = await edge.connect();
        const head = [
          `${method} ${address} HTTP/1.1`,
          'Host: x',
          `Authorization: ${site.credentials.get('author')}`,
          `Content-Type: ${type}`,
          'Content-Length: 1000',
        ];
        const received = once(edge.app.server, 'request');
        socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
        await received;
        await pause(30);
        socket[closeMethod]();
        for (let n = 0; recordedStatuses.length === 0 && n < 6000; n += 1) await pause(10);
        // An upload that ends early has a specific error response.
        assert.deepEqual(recordedStatuses, [address.endsWith('/media') ? 400 : 499]);
        assert.deepEqual(
          lines.filter(({ level, err, stack }) => level > 20 || err !== undefined || stack !== undefined),
          [],
        );
        assert.deepEqual(site.errors, []);
        assert.deepEqual(await readdir(path.join(folder, '.work')), []);
      });
});
