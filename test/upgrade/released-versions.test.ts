// Tests that every released version has upgrade fixtures, so that no release is forgotten.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { migrations } from '../../server/database/migrations.ts';
import { version } from '../../server/version.ts';
import { fixtureVersions } from './fixtures.ts';

/** Returns the first two numbers of a version, after which fixtures are named. */
const minorOf = (text: string): string => text.split('.').slice(0, 2).join('.');

/** Returns the versions that the changelog lists with a date, and version 0.1, which precedes it. */
function releasedVersions(): string[] {
  const changelog = existsSync('CHANGELOG.md') ? readFileSync('CHANGELOG.md', 'utf8') : '';
  const listed = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}/gm)].map(([, each = '']) => each);
  return ['0.1.0', ...listed].filter((each) => each.localeCompare(version(), 'en', { numeric: true }) <= 0);
}

const folder = path.resolve(import.meta.dirname, '../fixtures/versions');

it('every released version has a site and a new site of both engines', () => {
  for (const each of new Set(releasedVersions().map(minorOf))) {
    const missing = [
      ...['sqlite/data/octavo.sqlite.gz', 'postgres/dump.sql.gz', 'backup.tar.gz'],
      ...['new-site/octavo.sqlite.gz', 'new-site/dump.sql.gz'],
    ].filter((name) => !existsSync(path.join(folder, each, name)));
    assert.deepEqual(missing, [], `${each}: run scripts/make-upgrade-fixture.ts on the release`);
  }
});

it('no fixture belongs to a version that does not exist', () => {
  for (const each of fixtureVersions)
    assert.ok(each.localeCompare(minorOf(version()), 'en', { numeric: true }) <= 0, each);
});

it('the guide lists the schema version of this version', () => {
  const guide = readFileSync('docs/upgrade.md', 'utf8');
  const rows = [...guide.matchAll(/^\| (\d+\.\d+) \| (\d+) \|$/gm)].map(([, name, schema]) => [name, Number(schema)]);
  assert.deepEqual(rows.at(-1)?.[1], migrations.at(-1)?.number);
  assert.deepEqual(rows[0], ['0.1', 15]);
});
