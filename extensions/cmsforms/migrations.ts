// Defines the migrations of the tables of forms.
import type { Migration } from 'octavo/extension';

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
];
