// Tests `octavo serve` with several worker processes on one port.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '../free-port.ts';
import { killAfterTests, newFolder, runOctavo, stop } from './processes.ts';

describe('octavo serve --workers', () => {
  it("shares its port among workers, which read each other's writes within 100 ms", {
    timeout: 120_000,
  }, async () => {
    const data = newFolder();
    const port = await freePort();
    const child = spawn(
      process.execPath,
      ['server/main.js', 'serve', '--port', String(port), '--workers', '2', '--data', data],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    killAfterTests(child);
    await once(child.stdout, 'data');
    const { stdout } = runOctavo(['app-password', 'create', 'admin', '--name', 'tests', '--data', data]);
    const headers = {
      authorization: `Basic ${Buffer.from(`admin:${stdout.trim()}`).toString('base64')}`,
      'content-type': 'application/json',
      connection: 'close',
    };
    const rest = `http://127.0.0.1:${port}/rest/cms/v2/posts`;
    for (let n = 0; n < 10; n += 1) {
      const made = await fetch(rest, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title: `Post ${n}`, status: 'publish' }),
      });
      assert.equal(made.status, 201);
      const acknowledgedAt = performance.now();
      // Connections are distributed round-robin, so several reads reach both workers.
      for (let sightings = 0; sightings < 4; ) {
        // A response may be old by the time that it is read, so the time of its request counts.
        const requestedAt = performance.now();
        const [first] = (await (await fetch(`${rest}?orderby=id`, { headers: { connection: 'close' } })).json()) as {
          title: { rendered: string };
        }[];
        if (first?.title.rendered === `Post ${n}`) sightings += 1;
        else assert.ok(requestedAt - acknowledgedAt < 100, 'the other worker reads the write within 100 ms');
      }
    }
    assert.equal(await stop(child), 0);
  });

  it('reports an unusable file store once', { timeout: 120_000 }, async () => {
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, 'not a folder');
    const args = [
      'serve',
      '--workers',
      '2',
      '--port',
      String(await freePort()),
      '--data',
      newFolder(),
      '--files',
      file,
    ];
    const { status, stderr } = runOctavo(args);
    assert.equal(status, 2);
    assert.match(stderr, /^The file store \S+ \(--files\) is unavailable: [^\n]*\n$/);
  });
});
