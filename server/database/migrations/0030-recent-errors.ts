// Adds the latest unexpected errors, so that administrators can find an error by the ID that a response contained.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const recentErrors: Migration = {
  number: 30,
  name: 'recent-errors',
  effects: { summary: 'Creates the table for the latest errors.' },
  async up(tx) {
    const { key, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table recent_errors (
        id ${key},
        ${columns('error_id date_gmt method route message search_key', text)}
      );
      create index recent_errors_by_date on recent_errors (date_gmt, id);
    `);
  },
};
