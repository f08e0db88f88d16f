import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { serveConfig } from '../config/config.ts';
import { appPassword } from './app-password.ts';
import { audit } from './audit.ts';
import { user } from './user.ts';

let data: string;
before(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'octavo-options-'));
  await user.run(['create', 'ann', 'ann@example.org', '--data', data], { OCTAVO_PASSWORD: 'one of hers' });
});
after(() => rm(data, { recursive: true }));

test('what octavo audit cannot do is told in one sentence', async () => {
  for (const [args, sentence] of [
    [[], /Call it so/],
    [['prune'], /Call it so/],
    [['list', '--days', '3'], /Call it so/],
    [['list', '--action', 'nothing'], /There is no action "nothing"/],
    [['list', '--limit', '0'], /--limit takes a whole number/],
    [['prune', '--days', '-1'], /--days takes a whole number/],
    [['list', '--user', 'nobody'], /There is no user "nobody"/],
  ] as const)
    await assert.rejects(audit.run([...args, '--data', data], {}), sentence);
});

test('limits that an application password cannot have are told in one sentence', async () => {
  for (const [args, sentence] of [
    [['--expires', 'soon'], /--expires takes a time/],
    [['--expires', '2000-01-01T00:00:00'], /expired before/],
    [['--namespaces', 'cms/v9'], /namespaces must name some of: .*cms\/v2/],
  ] as const)
    await assert.rejects(appPassword.run(['create', 'ann', '--name', 'x', ...args, '--data', data], {}), sentence);
});

test('proxies are addresses and networks, and never everybody', () => {
  const { config } = serveConfig(['--trust-proxy', '127.0.0.1, 10.0.0.0/8,fd00::/8'], {});
  assert.deepEqual(config.proxies, ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  assert.deepEqual(serveConfig([], {}).config.proxies, []);
  for (const text of ['everybody', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'true', '1'])
    assert.throws(() => serveConfig(['--trust-proxy', text], {}), /--trust-proxy takes addresses and networks/, text);
  assert.throws(() => serveConfig(['--audit-days', '-1'], {}), /days that the audit log is kept/);
});
