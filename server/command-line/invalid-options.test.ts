import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { runOctavo } from '../../test/commands/in-process.ts';
import { newFolder } from '../../test/commands/processes.ts';
import { parseServeConfig } from '../../test/parse-config.ts';

let data: string;
before(async () => {
  data = newFolder();
  await runOctavo(['user', 'create', 'ann', 'ann@example.org', '--data', data], { OCTAVO_PASSWORD: 'one of hers' });
});

test('octavo audit reports invalid arguments in one sentence', async () => {
  for (const [args, status, sentence] of [
    [[], 2, /^Usage: /],
    [['prune'], 2, /^Usage: /],
    [['list', '--days', '3'], 2, /^Usage: /],
    [['list', '--action', 'nothing'], 1, /Unknown action "nothing"/],
    [['list', '--limit', '0'], 1, /--limit must be a positive integer/],
    [['prune', '--days', '-1'], 1, /--days must be a positive integer/],
    [['list', '--user', 'nobody'], 1, /No user with the username "nobody"/],
  ] as const) {
    const result = await runOctavo(['audit', ...args, '--data', data]);
    assert.match(result.stderr, sentence);
    assert.deepEqual([result.status, result.stdout], [status, ''], args.join(' '));
  }
});

test('octavo app-password reports invalid limits in one sentence', async () => {
  for (const [args, sentence] of [
    [['--expires', 'soon'], /--expires must be a time/],
    [['--expires', '2000-01-01T00:00:00'], /expires must be in the future/],
    [['--namespaces', 'cms/v9'], /namespaces must contain only values of: .*cms\/v2/],
  ] as const) {
    const create = ['app-password', 'create', 'ann', '--name', 'x', '--data', data];
    const { status, stderr } = await runOctavo([...create, ...args]);
    assert.match(stderr, sentence);
    assert.equal(status, 1);
  }
});

test('--trust-proxy accepts IP addresses and networks, except networks that contain all addresses', () => {
  const config = parseServeConfig(['--trust-proxy', '127.0.0.1, 10.0.0.0/8,fd00::/8']);
  assert.deepEqual(config.proxies, ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  assert.deepEqual(parseServeConfig([]).proxies, []);
  for (const text of ['everybody', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'true', '1'])
    assert.throws(
      () => parseServeConfig(['--trust-proxy', text]),
      /--trust-proxy must list addresses or networks/,
      text,
    );
  assert.throws(() => parseServeConfig(['--audit-days', '-1']), /--audit-days must be an integer/);
});
