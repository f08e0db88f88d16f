// Implements the endpoint of the numbers of entries of users.
import type { Contract } from '../../../contract/contract.ts';
import { type entryCountFields, entryCountsModule } from '../../../contract/octavo-v1/entry-counts.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import type { Database } from '../../database/handle.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { type EntryCountRow, findEntryCounts } from '../users/entry-counts-store.ts';

interface EntryCountDeps {
  readonly contract: Contract;
  readonly database: Database;
}

/** The numbers of entries of an author. */
interface AuthorCounts {
  readonly author: number;
  readonly counts: readonly EntryCountRow[];
}

const forbiddenError = {
  code: 'rest_user_cannot_view',
  message: 'You are not allowed to view the numbers of entries of users.',
};

const sumOf = (counts: readonly EntryCountRow[]): number => counts.reduce((sum, { n }) => sum + n, 0);

const presenter: Presenter<typeof entryCountFields, AuthorCounts, undefined> = {
  prepare: async () => undefined,
  fields: {
    author: ({ author }) => author,
    total: ({ counts }) => sumOf(counts),
    published: ({ counts }) => sumOf(counts.filter(({ status }) => status === 'publish')),
    types: ({ counts }) =>
      Object.fromEntries([...Map.groupBy(counts, ({ type }) => type)].map(([type, rows]) => [type, sumOf(rows)])),
  },
  facts: () => ({}),
};

/** Returns the module of the numbers of entries. Reading them requires `list_users`, because drafts and private entries count. */
export function entryCountsEndpoints({ contract, database }: EntryCountDeps): Module {
  const typesWithAuthors = [...contract.types.values()].filter(({ supports }) => supports.includes('author'));
  const names = new Set(typesWithAuthors.map(({ name }) => name));
  return implement(entryCountsModule, {
    permissions: {
      'list-entry-counts': { permit: ({ actor }) => (actor.can('list_users') ? undefined : forbiddenError) },
    },
    operations: {
      // GET /octavo/v1/entry-counts: returns the numbers of entries of users.
      /** Responds with a record for each of the IDs, in their order, also for users without entries or without an account. */
      'list-entry-counts': {
        async run({ args }) {
          const rows = await findEntryCounts(database.read, args.authors);
          const counted = rows.filter(({ type, status }) => names.has(type) && status !== autoDraftStatus);
          const byAuthor = Map.groupBy(counted, ({ author }) => author);
          const authors = [...new Set(args.authors)];
          return { kind: 'list', rows: authors.map((author) => ({ author, counts: byAuthor.get(author) ?? [] })) };
        },
      },
    },
    presenter,
  });
}
