// SQL statements for searches of entries of several types, and for the post formats in use (protocol.md §18).
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Condition } from '../../access/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { totalOf } from '../../database/lists.ts';
import { type Builder, type Slots, slotOf, statement, statementFamily } from '../../database/statement.ts';
import type { EntriesTable } from '../../database/tables/entries.ts';
import type { ListShape, ListValues } from '../entries/entry-list-shape.ts';
import { pageOfQueries, rankedQueries, selectEntriesOfList } from '../entries/list-store.ts';
import { readSample, type Sample, sampleOfLists, sampleSize } from '../entries/sample-store.ts';

/** A search for entries of several types. The names of the types are in the parameters `type0`, `type1` and so on. */
export interface SearchShape {
  readonly types: number;
  readonly list: ListShape;
  /** For each type, the condition under which a search finds password-protected entries. */
  readonly unlocked?: readonly Condition[];
}

/** Returns the IDs of the entries on a page. The best matches come first; equal matches are ordered by date, newest first. */
export const findFoundIds = async (read: ReadHandle, shape: SearchShape, values: ListValues): Promise<number[]> => {
  const reach = values.limit + values.offset;
  return (await read.all(pages(shape), { ...values, reach })).map(({ id }) => id);
};

/** Returns the total number of matching entries of all types. */
export const countFound = async (read: ReadHandle, shape: SearchShape, values: ListValues): Promise<number> =>
  Number(totalOf(await read.first(counts(shape), values)));

const mapTypes = <T>(types: number, make: (type: `type${number}`, at: number) => T): T[] =>
  Array.from({ length: types }, (_, at) => make(`type${at}`, at));

/** Returns the shape of the list for one of the types. */
function listOf({ list, unlocked }: SearchShape, at: number): ListShape {
  const condition = unlocked?.[at];
  return condition ? { ...list, unlocked: condition } : list;
}

/**
 * Selects a page. For each type, the entries are read in the order of an index, at most as many as the page needs; then the results
 * are merged.
 */
const pages = statementFamily((q: Builder, shape: SearchShape, p: Slots<ListValues>) => {
  const walks = mapTypes(shape.types, (type, at) => rankedQueries(q, listOf(shape, at), p, type)).flat();
  return pageOfQueries(q, walks, shape.list.order, p);
});

const counts = statementFamily((q: Builder, shape: SearchShape, p: Slots<ListValues>) => {
  const countsByType = mapTypes(shape.types, (type, at) =>
    selectEntriesOfList(q, listOf(shape, at), p, type).select((eb) => eb.fn.countAll<number>().as('n')),
  );
  return q.selectNoFrom(sql<number>`${sql.join(countsByType, sql` + `)}`.as('n'));
});

const samples = statementFamily((q: Builder, shape: SearchShape, p: Slots<ListValues>) =>
  sampleOfLists(
    q,
    mapTypes(shape.types, (type, at) => [listOf(shape, at), type] as const),
    p,
  ),
);

/** Counts the matches in a sample: the newest entries of each type. */
export const sampleFound = async (read: ReadHandle, shape: SearchShape, values: ListValues): Promise<Sample> =>
  readSample(await read.first(samples(shape), { ...values, reach: sampleSize }));

const foundColumns = [
  'id',
  'type',
  'author',
  'status',
  'rights_status',
  'slug',
  'path',
  'parent',
  'date',
  'title_rendered',
  'renderer',
] as const satisfies readonly (keyof EntriesTable)[];

/** Columns of an entry that search results and permissions need. */
export type FoundEntry = Pick<Selectable<EntriesTable>, (typeof foundColumns)[number]>;

const foundStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('entries').select(foundColumns).where(q.dialect.inList('id', p.ids)),
);

/** Returns the entries with these IDs, in the same order. */
export async function findFound(read: ReadHandle, ids: readonly number[]): Promise<FoundEntry[]> {
  const rows = new Map((await read.all(foundStatement, { ids: [...ids] })).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The names of several types. */
type TypeValues = Pick<ListValues, `type${number}`>;

interface FormatsShape {
  readonly types: number;
  readonly formats: readonly string[];
}

/** Selects the formats in use, with one index lookup for each format and type. */
const formatsInUseStatement = statementFamily((q: Builder, { types, formats }: FormatsShape, p: Slots<TypeValues>) => {
  const lookups = formats.map((format) =>
    q
      .selectNoFrom(sql<string>`${sql.lit(format)}`.as('format'))
      .where((eb) =>
        eb.or(
          mapTypes(types, (type) =>
            eb.exists(
              q
                .selectFrom('entries')
                .select('entries.id')
                .where('entries.type', '=', slotOf(p, type))
                .where('entries.format', '=', format)
                .where('entries.status', '=', 'publish'),
            ),
          ),
        ),
      ),
  );
  const [first, ...others] = lookups;
  if (!first) throw new Error('at least one format is required');
  return others.reduce((union, next) => union.unionAll(next), first);
});

/** Returns the formats that at least one published entry of these types has, in the order of `formats`. */
export async function findFormatsInUse(
  read: ReadHandle,
  types: readonly string[],
  formats: readonly string[],
): Promise<string[]> {
  if (types.length === 0) return [];
  const rows = await read.all(formatsInUseStatement({ types: types.length, formats }), typeValues(types));
  const used = new Set(rows.map(({ format }) => format));
  return formats.filter((format) => used.has(format));
}

/** Returns the names of types as the parameters `type0`, `type1` and so on. */
export const typeValues = (types: readonly string[]): TypeValues =>
  Object.fromEntries(types.map((type, at) => [`type${at}`, type]));
