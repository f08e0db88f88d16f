// The SQL of reading and removing revisions and autosaves (posts-and-pages.md §15, §16).
import { type SqlBool, sql } from 'kysely';
import type { RevisionOrder } from '../../../contract/shared/revisions.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { inNoOrder, pageOf, totalOf } from '../../database/lists.ts';
import { type Builder, type Slots, statement, statementFamily } from '../../database/statement.ts';
import { hasShortTexts } from '../../database/text-length.ts';
import type { RevisionColumns, RevisionRow } from '../entries/revisions-store.ts';

/** What distinguishes one list of revisions from another, values aside. */
export interface RevisionShape {
  readonly include: boolean;
  readonly exclude: boolean;
  /** How many words must occur in a text. */
  readonly words: number;
  /** Whether autosaves are among them. */
  readonly autosaves: boolean;
  readonly orderby: RevisionOrder;
  readonly order: 'asc' | 'desc';
}

/** The values of a list; `include` also ranks it where it is ordered by it. */
export interface RevisionValues {
  readonly entry: number;
  readonly include: number[];
  readonly exclude: number[];
  /** Words that must occur, as `plainLetters` makes them. */
  readonly [word: `word${number}`]: string;
  readonly limit: number;
  readonly offset: number;
}

type P = Slots<RevisionValues>;

/** A word as texts are searched for it: letters of the alphabet are the same in both cases. */
export const plainLetters = (word: string): string => word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function wordOf(p: P, at: number) {
  const word = p[`word${at}`];
  if (!word) throw new Error(`there is no word ${at}`);
  return word;
}

function chosen(q: Builder, shape: RevisionShape, p: P) {
  const whole = q.selectFrom('revisions').where('entry_id', '=', p.entry);
  const kept = shape.autosaves ? whole : whole.where('autosave', '=', 0);
  const holds = (at: number) =>
    sql.join(
      ['title', 'content', 'excerpt'].map((column) =>
        q.dialect.contains(sql`lower(${sql.ref(column)})`, wordOf(p, at)),
      ),
      sql` or `,
    );
  const all = Array.from({ length: shape.words }, (_, at) => sql<SqlBool>`(${holds(at)})`).reduce(
    (query, found) => query.where(found),
    kept,
  );
  const included = shape.include ? all.where(q.dialect.inList('id', p.include)) : all;
  return shape.exclude ? included.where((eb) => eb.not(q.dialect.isAmong('id', p.exclude))) : included;
}

/** Ties are broken by number, in the direction of the order (contract/README.md, decision 12). */
function ordered(q: Builder, { orderby, order }: RevisionShape, p: P) {
  const by = (column: string) => sql`${sql.ref(column)} ${sql.raw(order)}`;
  switch (orderby) {
    case 'id':
      return [by('id')];
    case 'include':
      return [sql`${q.dialect.orderByList('id', p.include)} asc`, by('id')];
    case 'title':
      return [by('title'), by('id')];
    case 'slug':
      // `N-autosave-v1` stands before `N-revision-v1`.
      return [sql`1 - autosave ${sql.raw(order)}`, by('id')];
    default:
      return [by('date'), by('id')];
  }
}

const pages = statementFamily((q: Builder, shape: RevisionShape, p: P) =>
  pageOf(chosen(q, shape, p).select('id'), ordered(q, shape, p), p),
);

const counts = statementFamily((q: Builder, shape: RevisionShape, p: P) =>
  chosen(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

/** The numbers of a page of the revisions of an entry. */
export const findRevisionIds = async (
  read: ReadHandle,
  shape: RevisionShape,
  values: RevisionValues,
): Promise<number[]> => ((await read.all(pages(shape), values)) as { id: number }[]).map(({ id }) => id);

const many = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('revisions').selectAll().where(q.dialect.inList('id', p.ids)),
);

/** Revisions of these numbers, in no order. */
export const findRevisions = (read: ReadHandle, ids: readonly number[]): Promise<RevisionRow[]> =>
  read.all(many, { ids: [...ids] });

const short = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('revisions')
    .selectAll()
    .where(q.dialect.inList('id', p.ids))
    .where(hasShortTexts('revisions', ['title', 'content', 'excerpt'])),
);

/** Those of the revisions of these numbers whose texts are short, in no order. */
export const findShortRevisions = (read: ReadHandle, ids: readonly number[]): Promise<RevisionRow[]> =>
  read.all(short, { ids: [...ids] });

/** How many there are on all pages. */
export async function countRevisions(read: ReadHandle, shape: RevisionShape, values: RevisionValues): Promise<number> {
  return totalOf(await read.first(counts({ ...shape, ...inNoOrder }), values));
}

const histories = statement((q, p: Slots<{ entries: number[] }>) =>
  q
    .selectFrom('revisions')
    .select((eb) => ['entry_id', eb.fn.countAll<number>().as('count'), eb.fn.max<number>('id').as('latest')])
    .where(q.dialect.inList('entry_id', p.entries))
    .where('autosave', '=', 0)
    .groupBy('entry_id'),
);

/** How many revisions entries have, autosaves aside, and the number of the latest one; of entries that have any. */
export const findHistories = (read: ReadHandle, entries: readonly number[]) =>
  read.all(histories, { entries: [...entries] });

const one = statement((q, p: Slots<{ id: number }>) => q.selectFrom('revisions').selectAll().where('id', '=', p.id));

/** The revision or autosave of a number, of whatever entry. */
export const findRevision = (read: ReadHandle, id: number): Promise<RevisionRow | undefined> => read.first(one, { id });

const autosaves = statement((q, p: Slots<{ entry: number }>) =>
  q
    .selectFrom('revisions')
    .selectAll()
    .where('entry_id', '=', p.entry)
    .where('autosave', '=', 1)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc'),
);

/** The autosaves of an entry, newest first. */
export const findAutosaves = (read: ReadHandle, entry: number): Promise<RevisionRow[]> =>
  read.all(autosaves, { entry });

const own = statement((q, p: Slots<{ entry: number; author: number }>) =>
  q
    .selectFrom('revisions')
    .selectAll()
    .where('entry_id', '=', p.entry)
    .where('author', '=', p.author)
    .where('autosave', '=', 1),
);

/** The autosave of an entry by an author. */
export const findAutosaveOf = (read: ReadHandle, entry: number, author: number): Promise<RevisionRow | undefined> =>
  read.first(own, { entry, author });

type Texts = Pick<RevisionColumns, 'title' | 'content' | 'excerpt' | 'meta' | 'date' | 'date_gmt'>;

const change = statement((q, p: Slots<Texts & { id: number }>) =>
  q
    .updateTable('revisions')
    .set({ title: p.title, content: p.content, excerpt: p.excerpt, meta: p.meta, date: p.date, date_gmt: p.date_gmt })
    .where('id', '=', p.id),
);

/** Writes over an autosave. */
export const writeAutosave = (tx: WriteHandle, id: number, { title, content, excerpt, meta, date, date_gmt }: Texts) =>
  tx.run(change, { id, title, content, excerpt, meta, date, date_gmt });

const removal = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('revisions').where('id', '=', p.id));

/** Removes a revision. */
export const removeRevision = (tx: WriteHandle, id: number) => tx.run(removal, { id });

const history = statement((q, p: Slots<{ entry: number; more: number }>) =>
  q
    .updateTable('entries')
    .set((eb) => ({
      revision_count: eb('revision_count', '+', p.more),
      latest_revision: eb.fn.coalesce(
        eb
          .selectFrom('revisions')
          .select('revisions.id')
          .where('revisions.entry_id', '=', p.entry)
          .orderBy('revisions.date', 'desc')
          .orderBy('revisions.id', 'desc')
          .limit(1),
        eb.lit(0),
      ),
    }))
    .where('id', '=', p.entry),
);

/** Keeps what an entry tells of its history once there are `more` revisions, or fewer. */
export const writeHistory = (tx: WriteHandle, entry: number, more: number) => tx.run(history, { entry, more });
