import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dumpSite } from './dump-site.ts';
import { ImportStopped, importSite } from './import-site.ts';
import { authorOf, exportOf, importing, itemOf, newSite } from './records-for-tests.ts';
import { streamOf } from './site-for-tests.ts';

describe('authors of an export', () => {
  test('are found by login, then by e-mail address, else made', async () => {
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
        ['ADMIN', 'admin (same login)'],
        ['chief', 'admin (same e-mail address)'],
        ['new one', 'new one (created)'],
      ],
    );
    const made = (await dumpSite(site.database.read)).users.find((user) => user.login === 'new one');
    assert.deepEqual([made?.email, made?.slug, made?.name], ['new-one@imported.invalid', 'new-one', 'New One']);
  });

  test('with names that are no logins get one of what else is known of them', async () => {
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
      ['boss (created)', 'Renee (created)', 'Renee (same login)', 'admin (the first administrator)'],
    );
  });

  test('that are not declared are looked for, made where they can be logins, else stood in for', async () => {
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

  test('are who the operator says', async () => {
    const site = await newSite();
    const text = exportOf(authorOf('ida', 'ida@example.org'), itemOf(1, { title: 'A', creator: 'ida' }));
    const report = await importSite({ ...site, authors: new Map([['Ida', 'admin']]) }, streamOf(text));
    assert.deepEqual([...report.authors], [['ida', 'admin (as told)']]);
    assert.equal((await dumpSite(site.database.read)).users.length, 1);
    await assert.rejects(importSite({ ...site, authors: new Map([['ida', 'nobody']]) }, streamOf(text)), (error) => {
      assert.ok(error instanceof ImportStopped);
      assert.match(error.message, /There is no user "nobody"/);
      return true;
    });
  });
});
