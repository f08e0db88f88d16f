// The SQL of what templates are named after: people, entries and terms (templates-and-styles.md §2).
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const people = statement((q, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('users').select(['id', 'name']).where(q.dialect.inList('id', p.ids)),
);

/** The display names of users. */
export const findDisplayNames = (read: ReadHandle, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  read.all(people, { ids: [...ids] });

/** Something with a name that a template can be for. `kind` is a content type, a taxonomy, or `user`. */
export interface Named {
  readonly kind: string;
  readonly slug: string;
  readonly name: string;
}

type Asked = Slots<{ kinds: string[]; texts: string[] }>;

const entriesBy = (column: 'slug' | 'title') =>
  statement((q, p: Asked) =>
    q
      .selectFrom('entries')
      .select(['type as kind', 'slug', 'title as name'])
      .where(q.dialect.inTextList('type', p.kinds))
      .where('status', '=', 'publish')
      .where(q.dialect.inTextList(column, p.texts)),
  );
const entriesOfSlugs = entriesBy('slug');
const entriesOfNames = entriesBy('title');

const termsBy = (column: 'slug' | 'name') =>
  statement((q, p: Asked) =>
    q
      .selectFrom('terms')
      .select(['taxonomy as kind', 'slug', 'name'])
      .where(q.dialect.inTextList('taxonomy', p.kinds))
      .where(q.dialect.inTextList(column, p.texts)),
  );
const termsOfSlugs = termsBy('slug');
const termsOfNames = termsBy('name');

const usersBy = (column: 'slug' | 'name') =>
  statement((q, p: Slots<{ texts: string[] }>) =>
    q.selectFrom('users').select(['slug', 'name']).where(q.dialect.inTextList(column, p.texts)),
  );
const usersOfSlugs = usersBy('slug');
const usersOfNames = usersBy('name');

const asUsers = (rows: readonly { slug: string; name: string }[]): Named[] =>
  rows.map((row) => ({ kind: 'user', ...row }));

/** What has one of these slugs, or one of these names. */
type Find = (read: ReadHandle, kinds: readonly string[], texts: readonly string[]) => Promise<readonly Named[]>;

/** Where things of a family are found: published entries, terms, users. */
export const families: Readonly<Record<'entries' | 'terms' | 'users', { ofSlugs: Find; ofNames: Find }>> = {
  entries: {
    ofSlugs: (read, kinds, texts) => read.all(entriesOfSlugs, { kinds: [...kinds], texts: [...texts] }),
    ofNames: (read, kinds, texts) => read.all(entriesOfNames, { kinds: [...kinds], texts: [...texts] }),
  },
  terms: {
    ofSlugs: (read, kinds, texts) => read.all(termsOfSlugs, { kinds: [...kinds], texts: [...texts] }),
    ofNames: (read, kinds, texts) => read.all(termsOfNames, { kinds: [...kinds], texts: [...texts] }),
  },
  users: {
    ofSlugs: async (read, _kinds, texts) => asUsers(await read.all(usersOfSlugs, { texts: [...texts] })),
    ofNames: async (read, _kinds, texts) => asUsers(await read.all(usersOfNames, { texts: [...texts] })),
  },
};
