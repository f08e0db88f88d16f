// Tests configurations with which `octavo serve` cannot start: it prints one line and exits with 1.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import BetterSqlite from 'better-sqlite3';
import { runOctavo } from './in-process.ts';
import { newFolder } from './processes.ts';

describe('octavo serve', () => {
  it('prints the error in one line and exits with 1', async () => {
    const occupied = createServer().listen(0, '127.0.0.1').unref();
    await once(occupied, 'listening');
    const { port } = occupied.address() as { port: number };
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, 'no database');
    const broken = path.join(newFolder(), 'link');
    symlinkSync('/nowhere/at/all', broken);
    const cases: [args: string[], message: RegExp][] = [
      [['--port', String(port)], /^Port \d+ on 127\.0\.0\.1 is already in use/],
      [['--port', '99999'], /The option --port must be an integer from 0 to 65535, not "99999"/],
      [['--port', '1e3'], /The option --port must be an integer/],
      [['--workers', ' 5'], /The option --workers must be an integer from 1 to 64, not " 5"/],
      [['--host', '203.0.113.9'], /^203\.0\.113\.9 is not an address of this machine/],
      [['--host', '203.0.113.9', '--port', '0'], /^203\.0\.113\.9 is not an address of this machine/],
      [['--data', file], /file is a file; --data must be a folder/],
      [['--data'], /The option --data needs a value/],
      [['--database', 'postgres://me:secret@127.0.0.1:1/site'], /^PostgreSQL at 127\.0\.0\.1:1\/site: /],
      [['--database', 'postgres://me:12#secret@127.0.0.1:1/site'], /^The URL of the database is invalid/],
      [['--database', 'postgres://me:12/secret@127.0.0.1:1/site'], /^The URL of the database is invalid/],
      [['--home', 'nowhere'], /--home must be an http/],
      [['--mail', 'mail.example'], /^The mail server must be an smtp:\/\/ or smtps:\/\/ URL\.\n$/],
      [['--mail', 'smtp://me:12#secret@mail.example'], /^The URL of the mail server is invalid/],
      [
        ['--mail', 'smtp://me:secret@mail.example?tls=no'],
        /^The URL of the mail server may only have the parameter \?tls=required/,
      ],
      [['--mail-from', 'nobody'], /^The mail sender must be an email address or .* not "nobody"\.\n$/],
      [['--database', 'mysql://x'], /must be a postgres:\/\/ URL/],
      [['--data', path.join(file, 'below')], /^The data folder .* cannot be created: not a directory \(ENOTDIR\)\.\n$/],
      [['--data', path.join(newFolder(), 'long'.repeat(100))], /^The data folder .* cannot be created: name too long /],
      [['--data', path.join(broken, 'below')], /^The data folder .* cannot be created: /],
      [['--data', broken], /^The data folder .* cannot be created: /],
      [['--files', file], /^The file store .* is unavailable: .* \(ENOTDIR\)\.\n$/],
      [['--files', broken], /^The file store .* is unavailable: /],
      [['--nonsense'], /Unknown option --nonsense/],
      [['--config', 'nowhere.ts'], /No such file/],
    ];
    for (const [args, message] of cases) {
      const { status, stderr } = await runOctavo(['serve', '--data', newFolder(), ...args]);
      assert.equal(status, 1, args.join(' '));
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /secret|me:/);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    occupied.close();
  });

  it('fails immediately if the data folder cannot be created', { skip: process.platform !== 'linux' }, async () => {
    for (const folder of ['/proc/octavo', '/proc/octavo/data']) {
      const data = await runOctavo(['serve', '--port', '0', '--data', folder]);
      assert.equal(data.status, 1, folder);
      assert.equal(data.stderr, `The data folder ${folder} cannot be created: no such file or directory (ENOENT).\n`);
      const files = await runOctavo(['serve', '--port', '0', '--data', newFolder(), '--files', folder]);
      assert.equal(files.status, 1, folder);
      assert.match(files.stderr, /^The file store \S+ is unavailable: the file store failed \(ENOENT\)\.\n$/);
    }
  });

  it('names the data folder if it is not writable', { skip: process.platform !== 'linux' }, async () => {
    const created = await runOctavo(['serve', '--port', '0', '--data', '/sys/octavo/data']);
    assert.equal(created.status, 1);
    assert.match(created.stderr, /^The data folder \/sys\/octavo\/data cannot be created: [a-z -]+ \(E[A-Z]+\)\.\n$/);
    const present = await runOctavo(['serve', '--port', '0', '--data', '/sys']);
    assert.equal(present.status, 1);
    assert.match(present.stderr, /^The database file cannot be opened\. \(\/sys\/octavo\.sqlite\)\n$/);
  });

  it('rejects a database of a newer version, and a file that is not a database', async () => {
    const newer = newFolder();
    await runOctavo(['user', 'create', 'ann', 'ann@example.org', '--data', newer]);
    const database = new BetterSqlite(path.join(newer, 'octavo.sqlite'));
    database.exec("insert into migrations (number, name, applied_at) values (9999, 'to come', '2099-01-01')");
    database.close();
    const none = newFolder();
    writeFileSync(path.join(none, 'octavo.sqlite'), 'this is no database, only text '.repeat(100));
    for (const [data, code, message] of [
      [newer, 2, /newer version/],
      [none, 1, /octavo\.sqlite/],
    ] as const) {
      const { status, stderr } = await runOctavo(['serve', '--port', '0', '--data', data]);
      assert.equal(status, code);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
  });
});
