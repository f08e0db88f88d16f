import type { Migration } from 'octavo/extension';

export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: 'signs, days, messages',
    async up(tx) {
      const { integer, text } = tx.builder.dialect.types;
      await tx.execute(`
        create table spamfilter_signs (sign ${text} not null primary key, spam ${integer} not null, ham ${integer} not null);
        create table spamfilter_learned (comment ${integer} not null primary key, verdict ${text} not null);
        create table spamfilter_days (
          day ${text} not null primary key,
          spam ${integer} not null,
          ham ${integer} not null,
          missed ${integer} not null,
          mistaken ${integer} not null,
          discarded ${integer} not null
        );
        create table spamfilter_heard (id ${text} not null primary key, at ${integer} not null);
      `);
    },
  },
  {
    number: 2,
    name: 'who was learned from without a moderator',
    async up(tx) {
      const { integer, text } = tx.builder.dialect.types;
      await tx.execute(`
        create table spamfilter_unseen (
          comment ${integer} not null primary key,
          author ${text} not null
        );
        create index spamfilter_unseen_by_author on spamfilter_unseen (author);
      `);
    },
  },
];
