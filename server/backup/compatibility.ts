// Checks whether a backup can be restored on this site.
import { keyedHash } from '../access/secrets.ts';
import type { ReadHandle } from '../database/handle.ts';
import type { Migration } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { type Slots, statement } from '../database/statement.ts';
import { parseStored } from '../database/stored-json.ts';
import { secretKeyName } from '../settings/settings.ts';
import { BackupIncompatible } from './errors.ts';
import { type BackupHeader, formatVersion } from './format.ts';

/** The name of an extension and the migrations of its tables. */
export interface ExtensionMigrations {
  readonly name: string;
  readonly migrations?: readonly Migration[];
}

/** Returns the identifier of a site. It is derived from the site's key, but does not reveal the key. */
export const siteFingerprint = (key: string): string => keyedHash(key, 'the site of a backup');

const findKeyStatement = statement((q, p: Slots<{ name: string }>) =>
  q.selectFrom('settings').select('value').where('name', '=', p.name),
);

/** Returns the identifier of the site in a database, or undefined when the database contains no site. */
export async function findSiteFingerprint(handle: ReadHandle): Promise<string | undefined> {
  const row = await handle.first(findKeyStatement, { name: secretKeyName });
  return row && siteFingerprint(parseStored(row.value) as string);
}

/**
 * Throws BackupIncompatible if a backup was created by a newer version of Octavo or of an extension, or contains data of an extension
 * that is not in `known`.
 */
export function requireCompatibleVersion(
  { version, schema, extensions, program }: BackupHeader,
  known: readonly ExtensionMigrations[],
): void {
  const newerVersionError = () =>
    new BackupIncompatible(
      'newer',
      `The backup was created by a newer version of Octavo${program ? ` (${program})` : ''}; upgrade Octavo first.`,
    );
  if (version > formatVersion || schema > lastMigrationNumber(migrations)) throw newerVersionError();
  for (const [name, number] of Object.entries(extensions)) {
    const extension = known.find((each) => each.name === name);
    if (!extension)
      throw new BackupIncompatible(
        'extension',
        `The backup contains data of the extension ${name}; enable it in the configuration first.`,
      );
    if (number > lastMigrationNumber(extension.migrations ?? []))
      throw new BackupIncompatible(
        'newer',
        `The backup was created with a newer version of the extension ${name}; upgrade the extension first.`,
      );
  }
}

/** Throws BackupIncompatible when a backup belongs to another site than the current one. */
export function requireSameSite({ site, home }: BackupHeader, currentSite: string | undefined): void {
  if (currentSite === undefined || currentSite === site) return;
  throw new BackupIncompatible('foreign', `The backup belongs to another site (${home}).`);
}

const lastMigrationNumber = (all: readonly Migration[]): number => Math.max(0, ...all.map(({ number }) => number));
