// Reads the version, the extensions and the number of rows of a database.
import type { ReadHandle } from '../database/handle.ts';
import { statement } from '../database/statement.ts';

const version = statement((q) => q.dialect.engineVersion());
const installedExtensions = statement((q) => q.dialect.engineExtensions());

/** Returns the version of the engine and the names of its installed extensions. */
export async function readEngine(read: ReadHandle): Promise<{ version: string; engineExtensions: string[] }> {
  return {
    version: (await read.first(version, {}))?.version ?? '',
    engineExtensions: (await read.all(installedExtensions, {})).map(({ name }) => name),
  };
}

const counts = {
  entries: statement((q) => q.selectFrom('entries').select((eb) => eb.fn.countAll<number>().as('n'))),
  terms: statement((q) => q.selectFrom('terms').select((eb) => eb.fn.countAll<number>().as('n'))),
  users: statement((q) => q.selectFrom('users').select((eb) => eb.fn.countAll<number>().as('n'))),
  comments: statement((q) => q.selectFrom('comments').select((eb) => eb.fn.countAll<number>().as('n'))),
} as const;

/** Returns the number of rows of the largest tables. The schema must be up to date. */
export async function countRows(read: ReadHandle): Promise<Record<keyof typeof counts, number>> {
  const countOf = async (table: keyof typeof counts) => (await read.first(counts[table], {}))?.n ?? 0;
  return {
    entries: await countOf('entries'),
    terms: await countOf('terms'),
    users: await countOf('users'),
    comments: await countOf('comments'),
  };
}
