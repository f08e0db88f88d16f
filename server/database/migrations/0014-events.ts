// What has happened, written with what has changed, and how far each listener has heard of it.
import type { Migration } from '../migrate.ts';

export const events: Migration = {
  number: 14,
  name: 'events',
  async up(tx) {
    const { key, integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table events (
        id ${key},
        position ${integer},
        uuid ${text} not null,
        at ${integer} not null,
        kind ${text} not null,
        type ${text} not null,
        subject ${integer} not null,
        status_before ${text} not null,
        status ${text} not null,
        tags ${text} not null
      );
      create index events_without_position on events (id) where position is null;
      create unique index events_by_position on events (position);
      create table event_listeners (
        name ${text} not null primary key,
        position ${integer} not null,
        leased_until ${integer} not null,
        failures ${integer} not null
      );
    `);
  },
};
