// Creates a function on PostgreSQL that tells its planner what it costs to search the texts of an entry. SQLite needs none.
import type { Migration } from '../migrate.ts';

/**
 * SQL that creates the function, which returns true. The planner counts the pages of a table, but neither those that contain its long texts
 * nor the time that decompressing and comparing a text takes, about ten microseconds for 2 KB. The cost is in operators, of which 400 cost as
 * much as reading a page. The function is not written in SQL, because the planner would replace its call by its result.
 */
export const createCostOfTexts = `
  create function reads_texts(entry_id bigint) returns boolean language plpgsql immutable parallel safe cost 1000
  as 'begin return true; end'
`;

export const costOfTexts: Migration = {
  number: 25,
  name: 'cost-of-texts',
  effects: { summary: 'On PostgreSQL, creates a function for searches.', tables: {} },
  async up(tx) {
    await tx.execute({ sqlite: 'select 1', postgres: createCostOfTexts });
  },
};
