// Who is told by HTTP what happens, and what becomes of each telling.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const webhooks: Migration = {
  number: 15,
  name: 'webhooks',
  async up(tx) {
    const { key, integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table webhooks (
        id ${key},
        ${columns('url kinds types description secret former_secret problem', text)},
        ${columns('active created former_until failures rest_until failing_since', integer)}
      );

      create table webhook_deliveries (
        id ${key},
        webhook_id ${integer} not null references webhooks (id) on delete cascade,
        ${columns('uuid kind subject body state problem', text)},
        ${columns('position unordered attempts due leased_until response created settled', integer)}
      );
      create unique index webhook_deliveries_by_event on webhook_deliveries (webhook_id, uuid);
      create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
      create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, position, due) where state = 'waiting';
      create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, subject, position) where state = 'waiting';
      create index webhook_deliveries_settled on webhook_deliveries (settled) where state <> 'waiting';
    `);
  },
};
