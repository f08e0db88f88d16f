// Finds the entries that an older renderer has made, without reading their texts.
import type { Migration } from '../migrate.ts';

export const renderings: Migration = {
  number: 4,
  name: 'renderings',
  async up(tx) {
    await tx.execute('create index entries_by_renderer on entries (renderer, id)');
  },
};
