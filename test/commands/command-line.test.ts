// Tests the commands other than `serve`: their output, their effects and their errors.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commands } from '../../server/command-line/commands.ts';
import { runOctavo } from './in-process.ts';
import { newFolder, runOctavo as startOctavo } from './processes.ts';

const small = fileURLToPath(new URL('../fixtures/small-site.wxr.xml', import.meta.url));

describe('octavo commands', () => {
  const data = newFolder();

  it('print the help and the version', async () => {
    assert.match((await runOctavo(['--help'])).stdout, /serve[\s\S]*user[\s\S]*setting/);
    for (const command of ['serve', 'user', 'app-password', 'setting', 'migrate'])
      assert.equal((await runOctavo([command, '--help'])).status, 0, command);
    assert.match((await runOctavo(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it('are in the table of the guide that says where the admin does the same', () => {
    const guide = readFileSync(fileURLToPath(new URL('../../docs/admin.md', import.meta.url)), 'utf8');
    const [, table = ''] = /## Commands and screens\n([\s\S]*?)\n## /.exec(guide) ?? [];
    const named = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
    );
    assert.deepEqual(named.sort(), commands.map(({ name }) => name).sort());
  });

  it('end their process with the exit code', () => {
    const { status, stdout, stderr } = startOctavo(['user', 'dance']);
    assert.deepEqual([status, stdout, stderr.trim().split('\n').length], [2, '', 1], stderr);
    assert.equal(startOctavo(['setting', 'get', 'title', '--data', path.join(data, 'none')]).status, 2);
    assert.equal(startOctavo(['user', '--help']).status, 0);
  });

  it('print one line with the usage for wrong arguments, create nothing, and exit with 2', async () => {
    const missingFolder = path.join(newFolder(), 'data');
    for (const args of [
      ['dance'],
      ['serve', 'now'],
      ['migrate', 'now'],
      ['demo', 'now'],
      ['generate', 'now'],
      ['import'],
      ['setting', 'get'],
      ['setting', 'set', 'title'],
      ['user', 'dance'],
      ['user', 'create', 'ann'],
      ['app-password', 'create', 'ann'],
    ]) {
      const { status, stderr } = await runOctavo(args, { OCTAVO_DATA: missingFolder });
      assert.equal(status, 2, `${args.join(' ')}: ${stderr}`);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    assert.equal(existsSync(missingFolder), false);
  });

  it('fail without creating a database if they need an existing one', async () => {
    const missingFolder = path.join(newFolder(), 'mistyped');
    for (const args of [
      ['user', 'list'],
      ['user', 'set-password', 'ann'],
      ['setting', 'get', 'title'],
      ['setting', 'set', 'title', 'Mine'],
      ['app-password', 'create', 'ann', '--name', 'x'],
      ['migrate'],
      ['migrate', '--plan'],
    ]) {
      const { status, stderr } = await runOctavo([...args, '--data', missingFolder]);
      assert.equal(status, 2, args.join(' '));
      assert.equal(stderr, `No database in ${missingFolder} (--data); run octavo serve to create one.\n`);
    }
    assert.equal(existsSync(missingFolder), false);
  });

  it('create and list users, and set their passwords', async () => {
    const made = await runOctavo(['user', 'create', 'ann', 'ann@example.org', '--role', 'editor', '--data', data]);
    assert.match(made.stdout, /^\w{20}\n$/);
    assert.equal(
      (
        await runOctavo(['user', 'create', 'bob', 'bob@example.org', '--data', data], {
          OCTAVO_PASSWORD: 'given to bob',
        })
      ).stdout,
      '',
    );
    assert.equal((await runOctavo(['migrate', '--plan', '--data', data])).stdout, 'The database is up to date.\n');
    assert.match((await runOctavo(['user', 'create', 'ANN', 'x@example.org', '--data', data])).stderr, /already/);
    assert.match(
      (await runOctavo(['user', 'create', 'carl', 'Ann@example.org', '--data', data])).stderr,
      /email address/,
    );
    assert.match(
      (await runOctavo(['user', 'create', 'dora', 'dora@example.org', '--role', 'king', '--data', data])).stderr,
      /Unknown role "king"/,
    );
    assert.equal(
      (await runOctavo(['user', 'set-password', 'bob', '--data', data], { OCTAVO_PASSWORD: 'another one' })).status,
      0,
    );
    assert.match((await runOctavo(['user', 'list', '--data', data])).stdout, /ann\tann@example\.org\n\d+\tbob/);
    assert.match(
      (await runOctavo(['app-password', 'create', 'ann', '--name', 'x', '--data', data])).stdout,
      /^(\w{4} ){5}\w{4}\n$/,
    );
    const nameless = await runOctavo(['app-password', 'create', 'ann', '--name', '', '--data', data]);
    assert.deepEqual([nameless.status, nameless.stderr], [1, 'An application password needs a name.\n']);
    assert.match(
      (await runOctavo(['app-password', 'create', 'nobody', '--name', 'x', '--data', data])).stderr,
      /No user with the username "nobody"/,
    );
  });

  it('create demo content only on an empty site', async () => {
    const folder = newFolder();
    assert.equal((await runOctavo(['generate', '--posts', '10', '--data', folder])).status, 0);
    const { status, stdout, stderr } = await runOctavo(['demo', '--data', folder]);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^Demo content can be created only on an empty site; [^\n]+\.\n$/);
  });

  it('reject passwords that the account pages would reject too, and create nothing', async () => {
    const missingFolder = path.join(newFolder(), 'none');
    const passwords: readonly (readonly [string, RegExp])[] = [
      ['short', /at least 8 characters/],
      ['1234567', /at least 8 characters/],
      ['x'.repeat(4097), /at most 4096 bytes/],
      ['back\\slashes', /backslash/],
    ];
    for (const [password, reason] of passwords) {
      for (const args of [['serve', '--port', '1'], ['import', small], ['demo'], ['generate', '--posts', '10']]) {
        const { status, stdout, stderr } = await runOctavo([...args, '--data', missingFolder], {
          OCTAVO_ADMIN_PASSWORD: password,
        });
        assert.deepEqual([status, stdout], [2, ''], args.join(' '));
        assert.match(stderr, /^Invalid OCTAVO_ADMIN_PASSWORD: [^\n]+\.\n$/);
        assert.match(stderr, reason);
      }
      const created = await runOctavo(['user', 'create', 'eve', 'eve@example.org', '--data', data], {
        OCTAVO_PASSWORD: password,
      });
      assert.equal(created.status, 2);
      assert.match(created.stderr, /^Invalid OCTAVO_PASSWORD: /);
      assert.match(created.stderr, reason);
    }
    assert.equal(existsSync(missingFolder), false);
    assert.doesNotMatch((await runOctavo(['user', 'list', '--data', data])).stdout, /eve/);
    // Container tools pass unset variables as empty strings, so an empty password is treated as if it were not set.
    const made = await runOctavo(['import', small, '--data', missingFolder], { OCTAVO_ADMIN_PASSWORD: '' });
    assert.match(made.stdout, /the password \w{20} \(shown only once\)/);
  });

  it('list the audit log, and create restricted application passwords', async () => {
    const data = newFolder();
    await runOctavo(['user', 'create', 'ann', 'ann@example.org', '--data', data], { OCTAVO_PASSWORD: 'one of hers' });
    await runOctavo(['setting', 'set', 'title', 'Confidential', '--data', data]);
    const limited = ['app-password', 'create', 'ann', '--name', 'a\tb', '--read-only', '--namespaces', 'cms/v2'];
    const made = await runOctavo([...limited, '--expires', '2100-01-01T00:00:00', '--data', data]);
    assert.match(made.stdout, /^(\w{4} ){5}\w{4}\n$/, made.stderr);
    const lines = (await runOctavo(['audit', 'list', '--data', data])).stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    assert.deepEqual(
      lines.map(([, who, from, what]) => [who, from, what]),
      ['application-password-created', 'settings-updated', 'user-created'].map((what) => ['-', 'command line', what]),
    );
    const details = '"limits":{"readOnly":true,"expires":"2100-01-01T00:00:00","namespaces":["cms/v2"]}';
    assert.ok(lines[0]?.[5]?.includes(details), JSON.stringify(lines[0]));
    assert.doesNotMatch(JSON.stringify(lines), /Confidential|one of hers/);
    const only = (await runOctavo(['audit', 'list', '--action', 'user-created', '--limit', '1', '--data', data]))
      .stdout;
    assert.match(only, /^[^\n]*user-created\tuser \d+ ann\t[^\n]*\n$/);
  });

  it('read and change settings', async () => {
    assert.equal((await runOctavo(['setting', 'get', 'title', '--data', data])).stdout, 'Octavo\n');
    assert.equal((await runOctavo(['setting', 'set', 'title', 'Mine', '--data', data])).status, 0);
    assert.equal((await runOctavo(['setting', 'get', 'title', '--data', data])).stdout, 'Mine\n');
    assert.match(
      (await runOctavo(['setting', 'set', 'timezone', 'Moon/Base', '--data', data])).stderr,
      /^Invalid value "Moon\/Base" for the setting timezone: /,
    );
    assert.match(
      (await runOctavo(['setting', 'set', 'nothing', '1', '--data', data])).stderr,
      /Unknown setting "nothing"/,
    );
    assert.match(
      (await runOctavo(['setting', 'set', '--data', data, 'page_on_front', '-4'])).stderr,
      /^Invalid value "-4" for the setting page_on_front: it must be [^\n]+\.\n$/,
    );
    assert.match(
      (await runOctavo(['setting', 'set', '--data', data, 'page_on_front', '4'])).stderr,
      /No page with the ID 4\./,
    );
    assert.match(
      (await runOctavo(['setting', 'set', '--data', data, 'show_on_front', 'nonsense'])).stderr,
      /it must be posts or page/,
    );
    assert.equal((await runOctavo(['setting', 'set', '--data', data, 'posts_per_page', '-1'])).status, 0);
    assert.equal((await runOctavo(['setting', 'get', 'posts_per_page', '--data', data])).stdout, '-1\n');
    assert.equal((await runOctavo(['setting', 'set', '--data', data, 'title', '--', '--Mine--'])).status, 0);
    assert.equal((await runOctavo(['setting', 'get', 'title', '--data', data])).stdout, '--Mine--\n');
    const { status, stderr } = await runOctavo(['setting', 'set', 'default_category', '99', '--data', data]);
    assert.deepEqual([status, stderr], [1, 'No category with the ID 99.\n']);
  });
});
