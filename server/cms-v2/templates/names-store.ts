// SQL statements for the names of users, entries and terms, from which titles of templates are generated (templates-and-styles.md
// §2).
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const displayNamesByIds = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('users').select(['id', 'name']).where(q.dialect.inList('id', p.ids)),
);

/** Returns the IDs and display names of the users with these IDs. */
export const findDisplayNames = (read: ReadHandle, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  read.all(displayNamesByIds, { ids: [...ids] });

/** An object that a template can display. `kind` is the name of a content type or taxonomy, or `user`. */
export interface NamedObject {
  readonly kind: string;
  readonly slug: string;
  readonly name: string;
}

type NamesParameters = Slots<{ kinds: string[]; texts: string[] }>;

const createEntriesStatement = (column: 'slug' | 'title') =>
  statement((q, p: NamesParameters) =>
    q
      .selectFrom('entries')
      .select(['type as kind', 'slug', 'title as name'])
      .where(q.dialect.inTextList('type', p.kinds))
      .where('status', '=', 'publish')
      .where(q.dialect.inTextList(column, p.texts)),
  );
const entriesOfSlugs = createEntriesStatement('slug');
const entriesOfNames = createEntriesStatement('title');

const createTermsStatement = (column: 'slug' | 'name') =>
  statement((q, p: NamesParameters) =>
    q
      .selectFrom('terms')
      .select(['taxonomy as kind', 'slug', 'name'])
      .where(q.dialect.inTextList('taxonomy', p.kinds))
      .where(q.dialect.inTextList(column, p.texts)),
  );
const termsOfSlugs = createTermsStatement('slug');
const termsOfNames = createTermsStatement('name');

const createUsersStatement = (column: 'slug' | 'name') =>
  statement((q, p: Slots<{ texts: string[] }>) =>
    q.selectFrom('users').select(['slug', 'name']).where(q.dialect.inTextList(column, p.texts)),
  );
const usersOfSlugs = createUsersStatement('slug');
const usersOfNames = createUsersStatement('name');

const withUserKind = (rows: readonly { slug: string; name: string }[]): NamedObject[] =>
  rows.map((row) => ({ kind: 'user', ...row }));

/** Returns the objects of these kinds whose slug or name is one of `texts`. */
type FindNamedObjects = (
  read: ReadHandle,
  kinds: readonly string[],
  texts: readonly string[],
) => Promise<readonly NamedObject[]>;

/** Functions that find published entries, all terms, and all users by slug or by name. */
export const namedObjectFinders: Readonly<
  Record<'entries' | 'terms' | 'users', { ofSlugs: FindNamedObjects; ofNames: FindNamedObjects }>
> = {
  entries: {
    ofSlugs: (read, kinds, texts) => read.all(entriesOfSlugs, { kinds: [...kinds], texts: [...texts] }),
    ofNames: (read, kinds, texts) => read.all(entriesOfNames, { kinds: [...kinds], texts: [...texts] }),
  },
  terms: {
    ofSlugs: (read, kinds, texts) => read.all(termsOfSlugs, { kinds: [...kinds], texts: [...texts] }),
    ofNames: (read, kinds, texts) => read.all(termsOfNames, { kinds: [...kinds], texts: [...texts] }),
  },
  users: {
    ofSlugs: async (read, _kinds, texts) => withUserKind(await read.all(usersOfSlugs, { texts: [...texts] })),
    ofNames: async (read, _kinds, texts) => withUserKind(await read.all(usersOfNames, { texts: [...texts] })),
  },
};
