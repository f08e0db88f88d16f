// Adds the format of the requests of webhooks, and the token with which a CDN authenticates them.
import type { Migration } from '../migrate.ts';

export const purgeWebhooks: Migration = {
  number: 34,
  name: 'purge-webhooks',
  effects: { summary: 'Adds columns for the format and the token of webhooks that purge a CDN.' },
  async up(tx) {
    const { text } = tx.builder.dialect.types;
    await tx.execute(`
      alter table webhooks add column format ${text} not null default 'events';
      alter table webhooks add column token ${text} not null default '';
    `);
  },
};
