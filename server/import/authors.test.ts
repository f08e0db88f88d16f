import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dumpSite } from '../../test/import/dump-site.ts';
import { authorOf, exportOf, importing, itemOf, newSite } from '../../test/import/records.ts';
import { streamOf } from '../../test/import/site.ts';
import { ImportStopped, importSite } from './import-site.ts';

describe('authors of an export', () => {
  test('are matched by username, then by email address, or created', async () => {
    const site = await newSite();
    const report = await importing(
      site,
      authorOf('ADMIN', 'x@example.org'),
      authorOf('chief', 'Admin@Example.com'),
      authorOf('new one', 'not an address', 'New One'),
    );
    assert.deepEqual(
      [...report.authors],
      [
        ['ADMIN', 'admin (same username)'],
        ['chief', 'admin (same email address)'],
        ['new one', 'new one (created)'],
      ],
    );
    const createdUser = (await dumpSite(site.database.read)).users.find((user) => user.login === 'new one');
    assert.deepEqual(
      [createdUser?.email, createdUser?.slug, createdUser?.name],
      ['new-one@imported.invalid', 'new-one', 'New One'],
    );
  });

  test('get a username from their email address or name when their username is invalid', async () => {
    const site = await newSite();
    const report = await importing(
      site,
      authorOf('管理者', 'boss@example.org'),
      authorOf('Renée!', ''),
      authorOf('Renee', ''),
      authorOf('管', ''),
    );
    assert.deepEqual(
      [...report.authors.values()],
      ['boss (created)', 'Renee (created)', 'Renee (same username)', 'admin (the first administrator)'],
    );
  });

  test('that the file does not declare are matched, created if their name is valid, or replaced with the first administrator', async () => {
    const site = await newSite();
    const names = ['>ida', 'guest', '<script>', ''];
    const report = await importing(
      site,
      authorOf('ida', 'ida@example.org'),
      ...names.map((creator, at) => itemOf(at + 1, { title: `${at}`, creator })),
    );
    assert.deepEqual(
      [...report.authors],
      [
        ['ida', 'ida (created)'],
        ['>ida', 'ida (already matched in this file)'],
        ['guest', 'guest (created)'],
        ['<script>', 'admin (the first administrator)'],
        ['', 'admin (the first administrator)'],
      ],
    );
  });

  test('are mapped to users according to the --author options', async () => {
    const site = await newSite();
    const text = exportOf(authorOf('ida', 'ida@example.org'), itemOf(1, { title: 'A', creator: 'ida' }));
    const report = await importSite({ ...site, authors: new Map([['Ida', 'admin']]) }, streamOf(text));
    assert.deepEqual([...report.authors], [['ida', 'admin (set with --author)']]);
    assert.equal((await dumpSite(site.database.read)).users.length, 1);
    await assert.rejects(importSite({ ...site, authors: new Map([['ida', 'nobody']]) }, streamOf(text)), (error) => {
      assert.ok(error instanceof ImportStopped);
      assert.match(error.message, /The author "ida" cannot be assigned to "nobody": no user with this username/);
      return true;
    });
  });
});
