// Adds previews of unsaved changes of the design.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const designPreviews: Migration = {
  number: 32,
  name: 'design-previews',
  effects: { summary: 'Creates the table for previews of unsaved changes of the design.' },
  async up(tx) {
    const { key, integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table design_previews (
        id ${key},
        token_hash ${text} not null,
        user_id ${integer} not null references users (id) on delete cascade,
        ${columns('created expires', integer)},
        changes ${text} not null
      );
      create unique index design_previews_by_token on design_previews (token_hash);
      create index design_previews_by_user on design_previews (user_id, id);
      create index design_previews_by_expiry on design_previews (expires);
    `);
  },
};
