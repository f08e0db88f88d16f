// SQL statements for revisions and autosaves (posts-and-pages.md §15, §16).
import { type SqlBool, sql } from 'kysely';
import type { RevisionOrder } from '../../../contract/shared/revisions.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { fixedOrder, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, type Slots, statement, statementFamily } from '../../database/statement.ts';
import { hasShortTexts } from '../../database/text-length.ts';
import type { RevisionColumns, RevisionRow } from '../entries/revisions-store.ts';

/** Properties of a list of revisions that determine its statement. */
export interface RevisionShape {
  readonly include: boolean;
  readonly exclude: boolean;
  /** Number of search words. Each must occur in the title, the content or the excerpt. */
  readonly words: number;
  /** Whether autosaves are included. */
  readonly autosaves: boolean;
  readonly orderby: RevisionOrder;
  readonly order: 'asc' | 'desc';
}

/** Parameter values of a list. If `orderby` is `include`, the order of the list is that of the IDs in `include`. */
export interface RevisionValues {
  readonly entry: number;
  readonly include: number[];
  readonly exclude: number[];
  /** Search words, in the form that `toAsciiLowerCase` returns. */
  readonly [word: `word${number}`]: string;
  readonly limit: number;
  readonly offset: number;
}

type P = Slots<RevisionValues>;

/** Converts the letters A to Z to lower case. Searches ignore the case of these letters only. */
export const toAsciiLowerCase = (word: string): string => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function wordOf(p: P, at: number) {
  const word = p[`word${at}`];
  if (!word) throw new Error(`the parameter word${at} is missing`);
  return word;
}

function selectMatching(q: Builder, shape: RevisionShape, p: P) {
  const whole = q.selectFrom('revisions').where('entry_id', '=', p.entry);
  const candidates = shape.autosaves ? whole : whole.where('autosave', '=', 0);
  const containsWord = (at: number) =>
    sql.join(
      ['title', 'content', 'excerpt'].map((column) =>
        q.dialect.contains(sql`lower(${sql.ref(column)})`, wordOf(p, at)),
      ),
      sql` or `,
    );
  const all = Array.from({ length: shape.words }, (_, at) => sql<SqlBool>`(${containsWord(at)})`).reduce(
    (query, found) => query.where(found),
    candidates,
  );
  const included = shape.include ? all.where(q.dialect.inList('id', p.include)) : all;
  return shape.exclude ? included.where((eb) => eb.not(q.dialect.isAmong('id', p.exclude))) : included;
}

/** Returns the ORDER BY expressions of a list. Ties are broken by ID in the same direction (contract/README.md, decision 12). */
function orderExpressions(q: Builder, { orderby, order }: RevisionShape, p: P) {
  const by = (column: string) => sql`${sql.ref(column)} ${sql.raw(order)}`;
  switch (orderby) {
    case 'id':
      return [by('id')];
    case 'include':
      return [sql`${q.dialect.orderByList('id', p.include)} asc`, by('id')];
    case 'title':
      return [by('title'), by('id')];
    case 'slug':
      // Slugs have the form `<entry>-autosave-v1` or `<entry>-revision-v1`, so autosaves sort before revisions.
      return [sql`1 - autosave ${sql.raw(order)}`, by('id')];
    default:
      return [by('date'), by('id')];
  }
}

const pages = statementFamily((q: Builder, shape: RevisionShape, p: P) =>
  pageOf(selectMatching(q, shape, p).select('id'), orderExpressions(q, shape, p), p),
);

const counts = statementFamily((q: Builder, shape: RevisionShape, p: P) =>
  selectMatching(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

/** Returns the IDs of the revisions on a page. */
export const findRevisionIds = async (
  read: ReadHandle,
  shape: RevisionShape,
  values: RevisionValues,
): Promise<number[]> => ((await read.all(pages(shape), values)) as { id: number }[]).map(({ id }) => id);

const revisionsByIdsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('revisions').selectAll().where(q.dialect.inList('id', p.ids)),
);

/** Returns the revisions with these IDs, in no particular order. */
export const findRevisions = (read: ReadHandle, ids: readonly number[]): Promise<RevisionRow[]> =>
  read.all(revisionsByIdsStatement, { ids: [...ids] });

const shortRevisionsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('revisions')
    .selectAll()
    .where(q.dialect.inList('id', p.ids))
    .where(hasShortTexts('revisions', ['title', 'content', 'excerpt'])),
);

/** Returns the revisions with these IDs whose texts are short, in no particular order. */
export const findShortRevisions = (read: ReadHandle, ids: readonly number[]): Promise<RevisionRow[]> =>
  read.all(shortRevisionsStatement, { ids: [...ids] });

/** Returns the total number of matching revisions of an entry. */
export async function countRevisions(read: ReadHandle, shape: RevisionShape, values: RevisionValues): Promise<number> {
  return totalOf(await read.first(counts({ ...shape, ...fixedOrder }), values));
}

const historiesStatement = statement((q, p: Slots<{ entries: number[] }>) =>
  q
    .selectFrom('revisions')
    .select((eb) => ['entry_id', eb.fn.countAll<number>().as('count'), eb.fn.max<number>('id').as('latest')])
    .where(q.dialect.inList('entry_id', p.entries))
    .where('autosave', '=', 0)
    .groupBy('entry_id'),
);

/** Returns, for each entry with revisions, the number of revisions and the ID of the latest one. Autosaves are not counted. */
export const findHistories = (read: ReadHandle, entries: readonly number[]) =>
  read.all(historiesStatement, { entries: [...entries] });

const revisionByIdStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('revisions').selectAll().where('id', '=', p.id),
);

/** Returns the revision or autosave with this ID; it may belong to any entry. */
export const findRevision = (read: ReadHandle, id: number): Promise<RevisionRow | undefined> =>
  read.first(revisionByIdStatement, { id });

const autosaves = statement((q, p: Slots<{ entry: number }>) =>
  q
    .selectFrom('revisions')
    .selectAll()
    .where('entry_id', '=', p.entry)
    .where('autosave', '=', 1)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc'),
);

/** Returns the autosaves of an entry, newest first. */
export const findAutosaves = (read: ReadHandle, entry: number): Promise<RevisionRow[]> =>
  read.all(autosaves, { entry });

const autosaveOfAuthor = statement((q, p: Slots<{ entry: number; author: number }>) =>
  q
    .selectFrom('revisions')
    .selectAll()
    .where('entry_id', '=', p.entry)
    .where('author', '=', p.author)
    .where('autosave', '=', 1),
);

/** Returns the autosave of an entry by this author. */
export const findAutosaveOf = (read: ReadHandle, entry: number, author: number): Promise<RevisionRow | undefined> =>
  read.first(autosaveOfAuthor, { entry, author });

type Texts = Pick<RevisionColumns, 'title' | 'content' | 'excerpt' | 'meta' | 'date' | 'date_gmt'>;

const updateAutosaveStatement = statement((q, p: Slots<Texts & { id: number }>) =>
  q
    .updateTable('revisions')
    .set({ title: p.title, content: p.content, excerpt: p.excerpt, meta: p.meta, date: p.date, date_gmt: p.date_gmt })
    .where('id', '=', p.id),
);

/** Updates the texts and dates of an autosave. */
export const updateAutosave = (tx: WriteHandle, id: number, { title, content, excerpt, meta, date, date_gmt }: Texts) =>
  tx.run(updateAutosaveStatement, { id, title, content, excerpt, meta, date, date_gmt });
