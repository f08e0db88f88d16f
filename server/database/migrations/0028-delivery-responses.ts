// Adds the response and the time of the last attempt to deliveries of webhooks.
import type { Migration } from '../migrate.ts';

export const deliveryResponses: Migration = {
  number: 28,
  name: 'delivery-responses',
  effects: { summary: 'Adds columns for the response and the time of the last attempt to deliveries of webhooks.' },
  async up(tx) {
    const { integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      alter table webhook_deliveries add column response_body ${text} not null default '';
      alter table webhook_deliveries add column attempted ${integer} not null default 0;
    `);
  },
};
