// Whether a backup can be restored here.
import { keyedHash } from '../access/secrets.ts';
import type { ReadHandle } from '../database/handle.ts';
import type { Migration } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { type Slots, statement } from '../database/statement.ts';
import { BackupUnfit } from './errors.ts';
import { formatVersion, type Head } from './format.ts';

/** What an extension is to a backup: the history of its tables. */
export interface TablesOfExtension {
  readonly name: string;
  readonly migrations?: readonly Migration[];
}

/** Names a site by its key, without telling the key. */
export const siteName = (key: string): string => keyedHash(key, 'the site of a backup');

const findKey = statement((q, p: Slots<{ name: string }>) =>
  q.selectFrom('settings').select('value').where('name', '=', p.name),
);

/** The name of the site that a database holds; undefined: it holds none yet. */
export async function siteIn(handle: ReadHandle): Promise<string | undefined> {
  const row = await handle.first(findKey, { name: 'secret_key' });
  return row && siteName(JSON.parse(row.value) as string);
}

/** Throws BackupUnfit where a backup was made by a later version, or an extension that it has rows of is not known here. */
export function requireKnown(
  { version, schema, extensions, program }: Head,
  known: readonly TablesOfExtension[],
): void {
  const newer = () =>
    new BackupUnfit(
      'newer',
      `The backup was made by a later version of Octavo${program ? ` (${program})` : ''}; update this one first.`,
    );
  if (version > formatVersion || schema > lastOf(migrations)) throw newer();
  for (const [name, number] of Object.entries(extensions)) {
    const extension = known.find((each) => each.name === name);
    if (!extension)
      throw new BackupUnfit(
        'extension',
        `The backup has data of the extension ${name}; name it in the configuration first.`,
      );
    if (number > lastOf(extension.migrations ?? []))
      throw new BackupUnfit(
        'newer',
        `The backup was made with a later version of the extension ${name}; update it first.`,
      );
  }
}

/** Throws BackupUnfit where a backup is of another site than the one that is here. */
export function requireOwn({ site, home }: Head, here: string | undefined): void {
  if (here === undefined || here === site) return;
  throw new BackupUnfit(
    'foreign',
    `The backup is of another site (${home}). On the command line, octavo backup restore --foreign puts it in the place of this one.`,
  );
}

const lastOf = (all: readonly Migration[]): number => Math.max(0, ...all.map(({ number }) => number));
