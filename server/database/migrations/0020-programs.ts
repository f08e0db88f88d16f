// Adds the version of the program to the histories of migrations, for messages about databases of newer versions.
import type { Migration } from '../migrate.ts';

export const programs: Migration = {
  number: 20,
  name: 'programs',
  effects: { summary: 'Adds a column for the version of Octavo to the history of migrations.' },
  async up(tx) {
    const { text } = tx.builder.dialect.types;
    await tx.execute(`
      alter table migrations add column program ${text};
      alter table extension_migrations add column program ${text};
    `);
  },
};
