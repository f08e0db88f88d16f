// Adds the last run of each recurring job.
import type { Migration } from '../migrate.ts';

export const jobRuns: Migration = {
  number: 29,
  name: 'job-runs',
  effects: { summary: 'Adds columns for the last run of each recurring job.' },
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      alter table jobs add column started ${integer} not null default 0;
      alter table jobs add column finished ${integer} not null default 0;
      alter table jobs add column error ${text} not null default '';
    `);
  },
};
