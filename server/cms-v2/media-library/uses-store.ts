// SQL statements for the entries that use a media item.
import { type Expression, expressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type Condition, predicate } from '../../access/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type PageValues, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, type Slots, slotOf, statementFamily } from '../../database/statement.ts';
import type { EntriesTable } from '../../database/tables/entries.ts';
import type { Tables } from '../../database/tables/index.ts';

/** The shape of a list of uses: the properties that determine its statement. */
export interface UsesShape {
  /** For each type, the condition under which the caller finds its entries. The names of the types are in `type0`, `type1` … */
  readonly visible: readonly Condition[];
  /** Number of texts in `lookup0`, `lookup1` …: every content that refers to the item contains one of them. */
  readonly lookups: number;
  /** Number of texts in `text0`, `text1` …: a content refers to the item if it contains one of them. */
  readonly texts: number;
  /** Number of texts in `listed0`, `listed1` …: a content that contains `shortcode` refers to the item if it contains one of them. */
  readonly listed: number;
}

/** The values of a list of uses. All texts are folded. */
export interface UsesValues extends PageValues {
  readonly id: number;
  readonly actor: number;
  readonly types: readonly string[];
  /** The statuses of entries whose texts are not in the search index. */
  readonly unindexed: readonly string[];
  readonly shortcode: string;
  readonly [text: `type${number}` | `lookup${number}` | `text${number}` | `listed${number}`]: string;
}

const columns = [
  'id',
  'type',
  'status',
  'rights_status',
  'author',
  'parent',
  'slug',
  'path',
  'date',
  'modified',
  'title',
  'title_rendered',
  'renderer',
] as const satisfies readonly (keyof EntriesTable)[];

/** An entry that uses a media item. */
export interface MediaUse extends Pick<Selectable<EntriesTable>, (typeof columns)[number]> {
  /** 1 if the item is the featured image of the entry, else 0. */
  readonly is_featured: number;
  /** 1 if the content of the entry refers to the item, else 0. */
  readonly in_content: number;
}

/** Returns a page of the entries that use a media item, those with the latest changes first. */
export const findUses = (read: ReadHandle, shape: UsesShape, values: UsesValues): Promise<MediaUse[]> =>
  read.all(usesStatement(shape), values);

/** Returns the number of entries that use a media item. */
export const countUses = async (read: ReadHandle, shape: UsesShape, values: UsesValues): Promise<number> =>
  Number(totalOf(await read.first(countStatement(shape), values)));

const eb = expressionBuilder<Tables, 'entries'>();

/** The entries whose content refers to the item: a part of the statements. */
const contentUses = sql.id('in_content');

const usesStatement = statementFamily((q: Builder, shape: UsesShape, p: Slots<UsesValues>) => {
  const rows = selectUses(q, shape, p)
    .select(columns.map((name) => `entries.${name}` as const))
    .select(sql<number>`case when entries.featured_media = ${p.id} then 1 else 0 end`.as('is_featured'))
    .select(sql<number>`case when entries.id in (select id from ${contentUses}) then 1 else 0 end`.as('in_content'));
  return pageOf(rows, [sql`entries.modified desc`, sql`entries.id desc`], p);
});

const countStatement = statementFamily((q: Builder, shape: UsesShape, p: Slots<UsesValues>) =>
  selectUses(q, shape, p).select(({ fn }) => fn.countAll<number>().as('n')),
);

/** Selects the entries that use the item and that the caller may find. */
const selectUses = (q: Builder, shape: UsesShape, p: Slots<UsesValues>) =>
  q
    .with('in_content', (qc) => inContent(qc as unknown as Builder, q, shape, p))
    .selectFrom('entries')
    .where(
      sql<SqlBool>`entries.id in (select id from ${contentUses} union select featured.id from ${sql.table('entries')} as featured where featured.featured_media = ${p.id} and featured.featured_media <> 0)`,
    )
    .where(
      eb.or(
        shape.visible.map((condition, at) =>
          eb.and([eb('entries.type', '=', slotOf(p, `type${at}`)), predicate(eb, 'entries', condition, p.actor)]),
        ),
      ),
    );

/**
 * Selects the IDs of entries of any type whose content refers to the item. Those in the search index are found through it; the others are read by
 * their status.
 */
function inContent(from: Builder, q: Builder, shape: UsesShape, p: Slots<UsesValues>) {
  const candidates = Array.from({ length: shape.lookups }, (_, at) =>
    q.dialect.textCandidates(['content'], [slotOf(p, `lookup${at}`)]),
  );
  return from
    .selectFrom('entry_text as t')
    .select('t.entry_id as id')
    .where(sql<SqlBool>`t.entry_id in (${sql.join(candidates, sql` union `)})`)
    .where(refersToItem(q, shape, p))
    .union(
      from
        .selectFrom('entries as unindexed')
        .innerJoin('entry_text as t', 't.entry_id', 'unindexed.id')
        .select('unindexed.id as id')
        .where(q.dialect.inTextList('unindexed.type', p.types))
        .where(q.dialect.inTextList('unindexed.status', p.unindexed))
        .where(refersToItem(q, shape, p)),
    );
}

/** Returns the condition that the content in a row of `entry_text`, whose alias is `t`, refers to the item. */
function refersToItem(q: Builder, shape: UsesShape, p: Slots<UsesValues>): Expression<SqlBool> {
  const contains = (name: 'shortcode' | `text${number}` | `listed${number}`) =>
    q.dialect.contains('t.content', slotOf(p, name));
  const texts = Array.from({ length: shape.texts }, (_, at) => contains(`text${at}`));
  const listed = Array.from({ length: shape.listed }, (_, at) => contains(`listed${at}`));
  return eb.or([...texts, eb.and([contains('shortcode'), eb.or(listed)])]);
}
