// How names in the deliveries of a webhook are spelled. Those of before have the service's own spelling, as they had it.
import type { Migration } from '../migrate.ts';

export const webhookSpelling: Migration = {
  number: 17,
  name: 'webhook-spelling',
  async up(tx) {
    const { text } = tx.builder.dialect.types;
    await tx.execute(`alter table webhooks add column spelling ${text} not null default 'native'`);
  },
};
