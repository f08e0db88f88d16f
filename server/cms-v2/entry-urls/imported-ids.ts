// SQL statements that find entries by what identified them on a site from which they were imported.
import { sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';

/** Kind of the `imported` rows of entries, whose source IDs are the IDs of the entries on the other site. */
export const entryKind = 'entry';

/** Kind of the `imported` rows that map the URLs with which content refers to a file, without their scheme, to the attachment of the file. */
export const fileUrlKind = 'entry by the address of its file';

/**
 * Selects the sources of all imports. The recursion visits each source once in the primary key, so that the time does not depend on the number
 * of imported records.
 */
const withSources = (q: Builder) =>
  q.withRecursive('sources', (qc) =>
    qc
      .selectNoFrom((eb) =>
        eb
          .selectFrom('imported')
          .select((inner) => inner.fn.min('source').as('first'))
          .as('source'),
      )
      .unionAll(
        qc
          .selectFrom('sources')
          .where('sources.source', 'is not', null)
          .select((eb) =>
            eb
              .selectFrom('imported')
              .whereRef('imported.source', '>', sql<string>`sources.source`)
              .select((inner) => inner.fn.min('imported.source').as('next'))
              .as('source'),
          ),
      ),
  );

const sourcesStatement = statement((q) =>
  withSources(q).selectFrom('sources').where('sources.source', 'is not', null).select('sources.source'),
);

/** Returns the sources of all imports: the URLs of the imported sites or, if a site has none, its title. */
export const findImportSources = async (read: ReadHandle): Promise<string[]> =>
  (await read.all(sourcesStatement, {})).map(({ source }) => source ?? '');

const byKeysStatement = statement((q, p: Slots<{ kind: string; keys: string[] }>) =>
  withSources(q)
    .selectFrom('sources')
    .innerJoin('imported', 'imported.source', 'sources.source')
    .where('imported.kind', '=', p.kind)
    .where(q.dialect.inTextList('imported.source_id', p.keys))
    .select('imported.own_id as id'),
);

/** Returns the IDs of the entries that had this ID on a site from which they were imported. */
export const findEntriesBySourceId = (read: ReadHandle, id: number): Promise<number[]> =>
  findByKeys(read, entryKind, [String(id)]);

/** Returns the IDs of the media items whose files had one of these URLs, without their scheme, on a site from which they were imported. */
export const findMediaByOldUrls = (read: ReadHandle, urls: readonly string[]): Promise<number[]> =>
  findByKeys(read, fileUrlKind, urls);

const findByKeys = async (read: ReadHandle, kind: string, keys: readonly string[]): Promise<number[]> =>
  (await read.all(byKeysStatement, { kind, keys: [...keys] })).map((row) => row.id);
