// Adds the counts of rate limits, which the processes of a site share.
import type { Migration } from '../migrate.ts';

export const attemptCounts: Migration = {
  number: 33,
  name: 'attempt-counts',
  effects: { summary: 'Creates the table for the counts of rate limits.', tables: {} },
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table attempt_counts (
        counter ${text} not null,
        node ${text} not null,
        since ${integer} not null,
        attempts ${integer} not null,
        expires ${integer} not null,
        primary key (counter, node)
      );
      create index attempt_counts_by_expiry on attempt_counts (expires);
    `);
  },
};
