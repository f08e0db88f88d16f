// What `octavo serve` cannot start with: one sentence, and the exit code 1.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import BetterSqlite from 'better-sqlite3';
import { newFolder, octavo } from './processes.ts';

describe('octavo serve', () => {
  it('says in one sentence what is wrong, and ends with 1', async () => {
    const occupied = createServer().listen(0, '127.0.0.1').unref();
    await once(occupied, 'listening');
    const { port } = occupied.address() as { port: number };
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, 'no database');
    const broken = path.join(newFolder(), 'link');
    symlinkSync('/nowhere/at/all', broken);
    const cases: [args: string[], sentence: RegExp][] = [
      [['--port', String(port)], /The port \d+ of 127\.0\.0\.1 is in use/],
      [['--port', '99999'], /The port must be a whole number from 0 to 65535, not "99999"/],
      [['--port', '1e3'], /The port must be a whole number/],
      [['--workers', ' 5'], /The number of workers must be a whole number from 1 to 64, not " 5"/],
      [['--host', '203.0.113.9'], /^203\.0\.113\.9 is no address of this machine/],
      [['--host', '203.0.113.9', '--port', '0'], /^203\.0\.113\.9 is no address of this machine/],
      [['--data', file], /file is a file; --data takes a folder/],
      [['--data'], /The option --data needs a value/],
      [['--database', 'postgres://me:secret@127.0.0.1:1/site'], /^PostgreSQL at 127\.0\.0\.1:1\/site: /],
      [['--database', 'postgres://me:12#secret@127.0.0.1:1/site'], /^The address of the database cannot be read/],
      [['--database', 'postgres://me:12/secret@127.0.0.1:1/site'], /^The address of the database cannot be read/],
      [['--home', 'nowhere'], /--home must be an http/],
      [['--mail', 'mail.example'], /^The mail server must be an smtp:\/\/ or smtps:\/\/ address\.\n$/],
      [['--mail', 'smtp://me:12#secret@mail.example'], /^The address of the mail server cannot be read/],
      [['--mail', 'smtp://me:secret@mail.example?tls=no'], /^The address of the mail server takes \?tls=required/],
      [['--mail-from', 'nobody'], /^The sender of mail must be an address, .* not "nobody"\.\n$/],
      [['--database', 'mysql://x'], /must be a postgres:\/\/ address/],
      [['--data', path.join(file, 'below')], /^The data folder .* cannot be created: not a directory \(ENOTDIR\)\.\n$/],
      [['--data', path.join(newFolder(), 'long'.repeat(100))], /^The data folder .* cannot be created: name too long /],
      [['--data', path.join(broken, 'below')], /^The data folder .* cannot be created: /],
      [['--data', broken], /^The data folder .* cannot be created: /],
      [['--files', file], /^The place for files .* cannot be used: .* \(ENOTDIR\)\.\n$/],
      [['--files', broken], /^The place for files .* cannot be used: /],
      [['--nonsense'], /There is no option --nonsense/],
      [['--config', 'nowhere.ts'], /There is no file/],
    ];
    for (const [args, sentence] of cases) {
      const { status, stderr } = octavo(['serve', '--data', newFolder(), ...args]);
      assert.equal(status, 1, args.join(' '));
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /secret|me:/);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    occupied.close();
  });

  it('does not wait for a folder that the system never creates', { skip: process.platform !== 'linux' }, () => {
    for (const folder of ['/proc/octavo', '/proc/octavo/data']) {
      const data = octavo(['serve', '--port', '0', '--data', folder]);
      assert.equal(data.status, 1, folder);
      assert.equal(data.stderr, `The data folder ${folder} cannot be created: no such file or directory (ENOENT).\n`);
      const files = octavo(['serve', '--port', '0', '--data', newFolder(), '--files', folder]);
      assert.equal(files.status, 1, folder);
      assert.match(files.stderr, /^The place for files \S+ cannot be used: files cannot be stored \(ENOENT\)\.\n$/);
    }
  });

  it('names a folder that nobody may write to', { skip: process.platform !== 'linux' }, () => {
    const created = octavo(['serve', '--port', '0', '--data', '/sys/octavo/data']);
    assert.equal(created.status, 1);
    assert.match(created.stderr, /^The data folder \/sys\/octavo\/data cannot be created: [a-z -]+ \(E[A-Z]+\)\.\n$/);
    const present = octavo(['serve', '--port', '0', '--data', '/sys']);
    assert.equal(present.status, 1);
    assert.match(present.stderr, /^The database file cannot be opened\. \(\/sys\/octavo\.sqlite\)\n$/);
  });

  it('refuses a database that a newer version has made, and a file that is none', () => {
    const newer = newFolder();
    octavo(['user', 'create', 'ann', 'ann@example.org', '--data', newer]);
    const database = new BetterSqlite(path.join(newer, 'octavo.sqlite'));
    database.exec("insert into migrations (number, name, applied_at) values (9999, 'to come', '2099-01-01')");
    database.close();
    const none = newFolder();
    writeFileSync(path.join(none, 'octavo.sqlite'), 'this is no database, only text '.repeat(100));
    for (const [data, sentence] of [
      [newer, /newer version/],
      [none, /octavo\.sqlite/],
    ] as const) {
      const { status, stderr } = octavo(['serve', '--port', '0', '--data', data]);
      assert.equal(status, 1);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
  });
});
