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

test('octavo audit reports invalid arguments in one sentence', async () => {
  for (const [args, sentence] of [
    [[], /^UsageError: Usage: /],
    [['prune'], /^UsageError: Usage: /],
    [['list', '--days', '3'], /^UsageError: Usage: /],
    [['list', '--action', 'nothing'], /Unknown action "nothing"/],
    [['list', '--limit', '0'], /--limit must be a positive integer/],
    [['prune', '--days', '-1'], /--days must be a positive integer/],
    [['list', '--user', 'nobody'], /No user with the username "nobody"/],
  ] as const)
    await assert.rejects(audit.run([...args, '--data', data], {}), sentence);
});

test('octavo app-password reports invalid limits in one sentence', async () => {
  for (const [args, sentence] of [
    [['--expires', 'soon'], /--expires must be a time/],
    [['--expires', '2000-01-01T00:00:00'], /expires must be in the future/],
    [['--namespaces', 'cms/v9'], /namespaces must contain only values of: .*cms\/v2/],
  ] as const)
    await assert.rejects(appPassword.run(['create', 'ann', '--name', 'x', ...args, '--data', data], {}), sentence);
});

test('--trust-proxy accepts IP addresses and networks, except networks that contain all addresses', () => {
  const { config } = serveConfig(['--trust-proxy', '127.0.0.1, 10.0.0.0/8,fd00::/8'], {});
  assert.deepEqual(config.proxies, ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  assert.deepEqual(serveConfig([], {}).config.proxies, []);
  for (const text of ['everybody', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'true', '1'])
    assert.throws(
      () => serveConfig(['--trust-proxy', text], {}),
      /--trust-proxy must list addresses or networks/,
      text,
    );
  assert.throws(() => serveConfig(['--audit-days', '-1'], {}), /--audit-days must be an integer/);
});
