// SQL statements for dynamic blocks. They read only public data, for many blocks at once.
import { sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, slotOf, statement, statementFamily } from '../../database/statement.ts';
import { formType } from '../../rendering/dynamic/form-view.ts';
import type { Unit } from '../../rendering/dynamic/needs.ts';
import { profileImageColumn } from '../users/profile-images-store.ts';

const entries = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'type', 'status', 'slug', 'path', 'password', 'title_rendered', 'excerpt_rendered', 'date'])
    .select(['modified', 'author', 'parent', 'menu_order', 'meta', 'title_key', 'featured_media'])
    .where(q.dialect.inList('id', p.ids))
    .where('status', '=', 'publish'),
);

/** Returns the renderable columns of published entries of any type, in no particular order. */
export const findPublishedEntries = (read: ReadHandle, ids: readonly number[]) => read.all(entries, { ids: [...ids] });

const formsStatement = statement((q, p: Slots<{ ids: number[]; type: string }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'title_rendered', 'password', 'meta'])
    .where(q.dialect.inList('id', p.ids))
    .where('type', '=', p.type)
    .where('status', '=', 'publish'),
);

/** Returns published forms, in no particular order. */
export const findPublishedForms = (read: ReadHandle, ids: readonly number[]) =>
  read.all(formsStatement, { ids: [...ids], type: formType });

const findContentsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'type', 'content', 'content_rendered', 'renderer'])
    .where(q.dialect.inList('id', p.ids))
    .where('status', '=', 'publish')
    .where('password', '=', ''),
);

/** Returns the content of published entries without a password, in no particular order. */
export const findPublicContents = (read: ReadHandle, ids: readonly number[]) =>
  read.all(findContentsStatement, { ids: [...ids] });

const latestNavigationStatement = statement((q, p: Slots<{ type: string }>) =>
  q
    .selectFrom('entries')
    .select('id')
    .where('type', '=', p.type)
    .where('status', '=', sql.lit('publish'))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

/** Returns the ID of the navigation that was published last; undefined if there is none. */
export const findLatestNavigationId = async (read: ReadHandle): Promise<number | undefined> =>
  (await read.first(latestNavigationStatement, { type: 'cms_navigation' }))?.id;

const neighborsStatement = statement((q, p: Slots<{ ids: number[] }>) => {
  const neighbor = (side: '<' | '>', order: 'asc' | 'desc') =>
    q
      .selectFrom('entries as other')
      .select('other.id')
      .where('other.type', '=', sql.ref<string>('entries.type'))
      .where('other.status', '=', sql.lit('publish'))
      .where(sql<boolean>`(other.date, other.id) ${sql.raw(side)} (entries.date, entries.id)`)
      .orderBy('other.date', order)
      .orderBy('other.id', order)
      .limit(sql.lit(1));
  return q
    .selectFrom('entries')
    .select(['entries.id', neighbor('<', 'desc').as('previous'), neighbor('>', 'asc').as('next')])
    .where(q.dialect.inList('entries.id', p.ids));
});

/** Returns the IDs of the entries of the same type that were published before and after each entry, null for none. */
export const findNeighbors = (read: ReadHandle, ids: readonly number[]) =>
  read.all(neighborsStatement, { ids: [...ids] });

/** The order of a list of terms, and whether it contains terms without published entries (`empty`). */
interface TermListShape {
  readonly orderBy: 'name' | 'count';
  readonly reversed?: true;
  readonly empty: boolean;
}

/** The parameters of several lists of terms. */
interface TermListsValues {
  readonly [taxonomy: `taxonomy${number}`]: string;
  readonly [limit: `limit${number}`]: number;
}

/** Statements for several lists of terms. The slots `taxonomy` and `limit` of each list have the index of the list as a suffix. */
const termListsStatement = statementFamily((q: Builder, shapes: readonly TermListShape[], p: Slots<TermListsValues>) =>
  shapes
    .map((shape, at) =>
      q
        .selectFrom(termList(q, shape, p, at).as('terms'))
        .select((eb) => [eb.lit(at).as('list')])
        .selectAll(),
    )
    .reduce((all, one) => all.unionAll(one)),
);

function termList(q: Builder, { orderBy, reversed, empty }: TermListShape, p: Slots<TermListsValues>, at: number) {
  const rows = q
    .selectFrom('terms')
    .select(['id', 'taxonomy', 'name', 'name_key', 'description', 'path', 'parent', 'count'])
    .where('taxonomy', '=', slotOf(p, `taxonomy${at}`))
    .limit(slotOf(p, `limit${at}`));
  const withEntries = empty ? rows : rows.where('count', '>', sql.lit(0));
  const direction = (orderBy === 'count') === (reversed === true) ? 'asc' : 'desc';
  return orderBy === 'count'
    ? withEntries.orderBy('count', direction).orderBy('id', direction)
    : withEntries.orderBy('name_key', direction).orderBy('id', direction);
}

/** Returns the rows of several lists of terms in one statement, in no particular order, each with the index of its list. */
export const findTermLists = (
  read: ReadHandle,
  lists: readonly (TermListShape & { readonly taxonomy: string; readonly limit: number })[],
) =>
  read.all(
    termListsStatement(
      lists.map(({ orderBy, reversed, empty }) => ({ orderBy, ...(reversed && { reversed }), empty })),
    ),
    Object.fromEntries(
      lists.flatMap(({ taxonomy, limit }, at) => [
        [`taxonomy${at}`, taxonomy],
        [`limit${at}`, limit],
      ]),
    ),
  );

const listTermsOfEntriesStatement = statement((q, p: Slots<{ entries: number[] }>) =>
  q
    .selectFrom('entry_terms as link')
    .innerJoin('terms', 'terms.id', 'link.term_id')
    .select(['link.entry_id', 'terms.id', 'terms.taxonomy', 'terms.name', 'terms.description', 'terms.path'])
    .select(['terms.parent', 'terms.count'])
    .where(q.dialect.inList('link.entry_id', p.entries))
    .orderBy('terms.name_key')
    .orderBy('terms.id'),
);

/** Returns the terms of entries, ordered by name. */
export const findTermsOfEntries = (read: ReadHandle, ids: readonly number[]) =>
  read.all(listTermsOfEntriesStatement, { entries: [...ids] });

const findUsersStatement = statement((q, p: Slots<{ ids: number[]; types: string[] }>) =>
  q
    .selectFrom('users')
    .select(['id', 'name', 'slug', 'email', 'description', profileImageColumn(q, 'users.id')])
    .where(q.dialect.inList('id', p.ids))
    .where((eb) =>
      eb.exists(
        q
          .selectFrom('entry_counts as c')
          .select('c.n')
          .whereRef('c.author', '=', sql.ref('users.id'))
          .where('c.status', '=', sql.lit('publish'))
          .where('c.n', '>', sql.lit(0))
          .where(q.dialect.inTextList('c.type', p.types)),
      ),
    ),
);

/** Returns the renderable columns of those users who have published entries of these types. The API returns no other users to anonymous callers. */
export const findPresentedUsers = (read: ReadHandle, ids: readonly number[], types: readonly string[]) =>
  read.all(findUsersStatement, { ids: [...ids], types: [...types] });

const dateLengths = { year: 4, month: 7, day: 10 } as const;

const periodsStatement = statementFamily((q: Builder, unit: Unit, p: Slots<{ limit: number }>) => {
  const period = sql<string>`substr(entries.date, 1, ${sql.lit(dateLengths[unit])})`;
  return q
    .selectFrom('entries')
    .select((eb) => [period.as('period'), eb.fn.countAll<number>().as('count')])
    .where('type', '=', 'post')
    .where('status', '=', 'publish')
    .groupBy(period)
    .orderBy(period, 'desc')
    .limit(p.limit);
});

/** Returns the newest years, months or days with published posts, at most `limit`, newest first, with the number of posts in each. */
export const findPeriods = (read: ReadHandle, unit: Unit, limit: number) => read.all(periodsStatement(unit), { limit });

const daysStatement = statement((q, p: Slots<{ months: string[] }>) => {
  const day = sql<string>`substr(entries.date, 1, ${sql.lit(dateLengths.day)})`;
  return q
    .selectFrom('entries')
    .select((eb) => [day.as('period'), eb.fn.countAll<number>().as('count')])
    .where('type', '=', 'post')
    .where('status', '=', 'publish')
    .where(q.dialect.inTextList(sql`substr(entries.date, 1, ${sql.lit(dateLengths.month)})`, p.months))
    .groupBy(day)
    .orderBy(day, 'desc');
});

/** Returns the days with published posts in these months (`2026-11`), newest first, with the number of posts on each. */
export const findDays = (read: ReadHandle, months: readonly string[]) =>
  read.all(daysStatement, { months: [...months] });

const listAncestorIdsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .withRecursive('above', (qc) =>
      qc
        .selectFrom('entries')
        .select(['id', 'parent'])
        .where(q.dialect.inList('id', p.ids))
        .union(
          qc
            .selectFrom('entries')
            .innerJoin('above', 'above.parent', 'entries.id')
            .select(['entries.id', 'entries.parent']),
        ),
    )
    .selectFrom('above')
    .select('id'),
);

/** Returns the IDs of entries and of all their ancestors. */
export const findAncestorIds = (read: ReadHandle, ids: readonly number[]) =>
  read.all(listAncestorIdsStatement, { ids: [...ids] });

/** The renderable columns of comments. */
export const commentColumns = [
  'comments.id',
  'comments.post',
  'comments.parent',
  'comments.author_name',
  'comments.author_email',
  'comments.author_url',
  'comments.content',
  'comments.content_rendered',
  'comments.renderer',
  'comments.date',
] as const;

const selectPublicComments = (q: Builder) =>
  q
    .selectFrom('comments')
    .innerJoin('entries', 'entries.id', 'comments.post')
    .select([...commentColumns, profileImageColumn(q, 'comments.author')])
    .where('comments.type', '=', sql.lit('comment'))
    .where('comments.status', '=', sql.lit('approved'))
    .where('entries.status', '=', sql.lit('publish'))
    .where('entries.password', '=', sql.lit(''));

const newestStatement = statement((q, p: Slots<{ limit: number }>) =>
  selectPublicComments(q).orderBy('comments.date_gmt', 'desc').orderBy('comments.id', 'desc').limit(p.limit),
);

/** Returns the newest comments of the site. */
export const findNewestComments = (read: ReadHandle, limit: number) => read.all(newestStatement, { limit });

const ofEntriesStatement = statement((q, p: Slots<{ ids: number[]; limit: number }>) =>
  q
    .selectFrom(
      selectPublicComments(q)
        .select(
          sql<number>`row_number() over (partition by comments.post order by comments.date_gmt, comments.id)`.as(
            'place',
          ),
        )
        .where(q.dialect.inList('comments.post', p.ids))
        .as('placed'),
    )
    .selectAll()
    .where('place', '<=', p.limit)
    .orderBy('post')
    .orderBy('place'),
);

/** Returns the oldest comments on each entry, at most `limit`, oldest first. */
export const findCommentsOfEntries = (read: ReadHandle, ids: readonly number[], limit: number) =>
  read.all(ofEntriesStatement, { ids: [...ids], limit });

/** A comment as both statements return it. */
export type PublicComment = Awaited<ReturnType<typeof findNewestComments>>[number];
