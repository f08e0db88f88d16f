// The other commands: what they print, what they change, how they refuse.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newFolder, octavo } from './processes.ts';

const small = fileURLToPath(new URL('../fixtures/small-site.wxr.xml', import.meta.url));

describe('octavo on the command line', () => {
  const data = newFolder();

  it('tells what it can do, and what it cannot', () => {
    assert.match(octavo(['--help']).stdout, /serve[\s\S]*user[\s\S]*setting/);
    for (const command of ['serve', 'user', 'app-password', 'setting', 'migrate'])
      assert.equal(octavo([command, '--help']).status, 0, command);
    assert.match(octavo(['--version']).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it('says how to call it where it was called wrongly, makes nothing, and ends with 2', () => {
    const nowhere = path.join(newFolder(), 'data');
    for (const args of [
      ['dance'],
      ['serve', 'now'],
      ['migrate', 'now'],
      ['generate', 'now'],
      ['import'],
      ['setting', 'get'],
      ['setting', 'set', 'title'],
      ['user', 'dance'],
      ['user', 'create', 'ann'],
      ['app-password', 'create', 'ann'],
    ]) {
      const { status, stderr } = octavo(args, { OCTAVO_DATA: nowhere });
      assert.equal(status, 2, `${args.join(' ')}: ${stderr}`);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    assert.equal(existsSync(nowhere), false);
  });

  it('makes no database where it only reads or changes one', () => {
    const nowhere = path.join(newFolder(), 'mistyped');
    for (const args of [
      ['user', 'list'],
      ['user', 'set-password', 'ann'],
      ['setting', 'get', 'title'],
      ['setting', 'set', 'title', 'Mine'],
      ['app-password', 'create', 'ann', '--name', 'x'],
      ['migrate'],
      ['migrate', '--plan'],
    ]) {
      const { status, stderr } = octavo([...args, '--data', nowhere]);
      assert.equal(status, 1, args.join(' '));
      assert.equal(stderr, `There is no database in ${nowhere}; octavo serve makes one.\n`);
    }
    assert.equal(existsSync(nowhere), false);
  });

  it('makes users, sets their passwords, lists them', () => {
    const made = octavo(['user', 'create', 'ann', 'ann@example.org', '--role', 'editor', '--data', data]);
    assert.match(made.stdout, /^\w{20}\n$/);
    assert.equal(
      octavo(['user', 'create', 'bob', 'bob@example.org', '--data', data], { OCTAVO_PASSWORD: 'given to bob' }).stdout,
      '',
    );
    assert.equal(octavo(['migrate', '--plan', '--data', data]).stdout, 'The database is up to date.\n');
    assert.match(octavo(['user', 'create', 'ANN', 'x@example.org', '--data', data]).stderr, /already/);
    assert.match(octavo(['user', 'create', 'carl', 'Ann@example.org', '--data', data]).stderr, /e-mail/);
    assert.match(
      octavo(['user', 'create', 'dora', 'dora@example.org', '--role', 'king', '--data', data]).stderr,
      /no role/,
    );
    assert.equal(octavo(['user', 'set-password', 'bob', '--data', data], { OCTAVO_PASSWORD: 'another one' }).status, 0);
    assert.match(octavo(['user', 'list', '--data', data]).stdout, /ann\tann@example\.org\n\d+\tbob/);
    assert.match(
      octavo(['app-password', 'create', 'ann', '--name', 'x', '--data', data]).stdout,
      /^(\w{4} ){5}\w{4}\n$/,
    );
    const nameless = octavo(['app-password', 'create', 'ann', '--name', '', '--data', data]);
    assert.deepEqual([nameless.status, nameless.stderr], [1, 'An application password needs a name.\n']);
    assert.match(octavo(['app-password', 'create', 'nobody', '--name', 'x', '--data', data]).stderr, /no user/);
  });

  it('takes no password that could not be chosen on a page either, and makes nothing', () => {
    const nowhere = path.join(newFolder(), 'none');
    const passwords: readonly (readonly [string, RegExp])[] = [
      ['short', /at least 8 characters/],
      ['1234567', /at least 8 characters/],
      ['x'.repeat(4097), /at most 4096 bytes/],
      ['back\\slashes', /backslash/],
    ];
    for (const [password, reason] of passwords) {
      for (const args of [
        ['serve', '--port', '1'],
        ['import', small],
        ['generate', '--posts', '10'],
      ]) {
        const { status, stdout, stderr } = octavo([...args, '--data', nowhere], { OCTAVO_ADMIN_PASSWORD: password });
        assert.deepEqual([status, stdout], [1, ''], args.join(' '));
        assert.match(stderr, /^OCTAVO_ADMIN_PASSWORD cannot be used: [^\n]+\.\n$/);
        assert.match(stderr, reason);
      }
      const created = octavo(['user', 'create', 'eve', 'eve@example.org', '--data', data], {
        OCTAVO_PASSWORD: password,
      });
      assert.equal(created.status, 1);
      assert.match(created.stderr, /^OCTAVO_PASSWORD cannot be used: /);
      assert.match(created.stderr, reason);
    }
    assert.equal(existsSync(nowhere), false);
    assert.doesNotMatch(octavo(['user', 'list', '--data', data]).stdout, /eve/);
    // An empty variable, as container tools pass on one that is not set, sets none.
    const made = octavo(['import', small, '--data', nowhere], { OCTAVO_ADMIN_PASSWORD: '' });
    assert.match(made.stdout, /the password \w{20} \(shown this once\)/);
  });

  it('tells who did what, and makes application passwords that are limited', () => {
    const data = newFolder();
    octavo(['user', 'create', 'ann', 'ann@example.org', '--data', data], { OCTAVO_PASSWORD: 'one of hers' });
    octavo(['setting', 'set', 'title', 'Confidential', '--data', data]);
    const limited = ['app-password', 'create', 'ann', '--name', 'a\tb', '--read-only', '--namespaces', 'cms/v2'];
    const made = octavo([...limited, '--expires', '2100-01-01T00:00:00', '--data', data]);
    assert.match(made.stdout, /^(\w{4} ){5}\w{4}\n$/, made.stderr);
    const lines = octavo(['audit', 'list', '--data', data])
      .stdout.trim()
      .split('\n')
      .map((line) => line.split('\t'));
    assert.deepEqual(
      lines.map(([, who, from, what]) => [who, from, what]),
      ['application-password-created', 'settings-changed', 'user-created'].map((what) => ['-', 'command line', what]),
    );
    const details = '"limits":{"readOnly":true,"expires":"2100-01-01T00:00:00","namespaces":["cms/v2"]}';
    assert.ok(lines[0]?.[5]?.includes(details), JSON.stringify(lines[0]));
    assert.doesNotMatch(JSON.stringify(lines), /Confidential|one of hers/);
    const only = octavo(['audit', 'list', '--action', 'user-created', '--limit', '1', '--data', data]).stdout;
    assert.match(only, /^[^\n]*user-created\tuser \d+ ann\t[^\n]*\n$/);
  });

  it('reads and changes settings', () => {
    assert.equal(octavo(['setting', 'get', 'title', '--data', data]).stdout, 'Octavo\n');
    assert.equal(octavo(['setting', 'set', 'title', 'Mine', '--data', data]).status, 0);
    assert.equal(octavo(['setting', 'get', 'title', '--data', data]).stdout, 'Mine\n');
    assert.match(
      octavo(['setting', 'set', 'timezone', 'Moon/Base', '--data', data]).stderr,
      /takes the name of a time zone/,
    );
    assert.match(octavo(['setting', 'set', 'nothing', '1', '--data', data]).stderr, /no setting/);
    assert.match(
      octavo(['setting', 'set', '--data', data, 'page_on_front', '-4']).stderr,
      /^The setting page_on_front takes a whole number, not below 0, not "-4"\.\n$/,
    );
    assert.match(octavo(['setting', 'set', '--data', data, 'page_on_front', '4']).stderr, /no page of the number 4/);
    assert.match(octavo(['setting', 'set', '--data', data, 'show_on_front', 'nonsense']).stderr, /takes posts or page/);
    assert.equal(octavo(['setting', 'set', '--data', data, 'posts_per_page', '-1']).status, 0);
    assert.equal(octavo(['setting', 'get', 'posts_per_page', '--data', data]).stdout, '-1\n');
    assert.equal(octavo(['setting', 'set', '--data', data, 'title', '--', '--Mine--']).status, 0);
    assert.equal(octavo(['setting', 'get', 'title', '--data', data]).stdout, '--Mine--\n');
    const { status, stderr } = octavo(['setting', 'set', 'default_category', '99', '--data', data]);
    assert.deepEqual([status, stderr], [1, 'There is no category of the number 99.\n']);
  });
});
