// Templates and global styles belong to a theme, and are found by it.
import type { Migration } from '../migrate.ts';

export const themes: Migration = {
  number: 5,
  name: 'themes',
  async up(tx) {
    await tx.execute(`alter table entries add column theme ${tx.builder.dialect.types.text} not null default ''`);
  },
};
