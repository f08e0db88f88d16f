// Outgoing mail: the queue, and the log of what became of it.
import type { Migration } from '../migrate.ts';
import { columns } from './columns.ts';

export const mails: Migration = {
  number: 8,
  name: 'mails',
  async up(tx) {
    const { key, integer, text } = tx.builder.dialect.types;
    await tx.execute(`
      create table mails (
        id ${key},
        ${columns('kind recipient subject text html reply_to headers state queued due settled problem', text)},
        tries ${integer} not null
      );
      create index mails_due on mails (due, id) where state = 'waiting';
      create index mails_settled on mails (settled, id) where state <> 'waiting';
    `);
  },
};
