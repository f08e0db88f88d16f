// Creates and changes the tables of submissions.
import { type Builder, type Migration, type Slots, statement, type WriteHandle } from 'octavo/extension';
import { searchedText } from './searched-text.ts';
import type { Tables } from './store.ts';

/** Number of submissions that a migration reads at once. */
const batchSize = 100;

const answersStatement = statement((q: Builder<Tables>, p: Slots<{ after: number; limit: number }>) =>
  q.selectFrom('cmsforms_submissions').select(['id', 'answers']).where('id', '>', p.after).orderBy('id').limit(p.limit),
);

const searchedStatement = statement((q: Builder<Tables>, p: Slots<{ id: number; searched: string }>) =>
  q.updateTable('cmsforms_submissions').set({ searched: p.searched }).where('id', '=', p.id),
);

/** Updates the texts in which submissions are searched. */
export async function updateSearchedTexts(tx: WriteHandle): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx.all(answersStatement, { after, limit: batchSize });
    for (const { id, answers } of rows) await tx.run(searchedStatement, { id, searched: searchedText(answers) });
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: 'submissions',
    async up(tx) {
      const { integer, key, text } = tx.builder.dialect.types;
      await tx.execute(`
        create table cmsforms_submissions (
          id ${key},
          form ${integer} not null,
          state ${text} not null,
          received ${integer} not null,
          answers ${text} not null,
          told ${integer} not null
        );
        create index cmsforms_submissions_by_form on cmsforms_submissions (form, state, id);
        create index cmsforms_submissions_by_time on cmsforms_submissions (state, received);
        create table cmsforms_addresses (
          submission ${integer} not null,
          address ${text} not null,
          primary key (submission, address)
        );
        create index cmsforms_addresses_by_address on cmsforms_addresses (address);
        create table cmsforms_senders (
          sender ${text} not null primary key,
          since ${integer} not null,
          tries ${integer} not null
        );
        create table cmsforms_connections (
          id ${text} not null primary key,
          until ${integer} not null
        );
      `);
    },
  },
  {
    number: 2,
    name: 'senders are counted in memory',
    async up(tx) {
      await tx.execute('drop table cmsforms_senders');
    },
  },
  {
    number: 3,
    name: 'searched text of submissions',
    effects: {
      summary: 'Adds the text that is searched to all submissions.',
      tables: { cmsforms_submissions: { rewrites: true } },
    },
    async up(tx) {
      const { text } = tx.builder.dialect.types;
      await tx.execute(`alter table cmsforms_submissions add column searched ${text} not null default ''`);
      await updateSearchedTexts(tx);
    },
  },
];
