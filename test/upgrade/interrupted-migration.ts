// Migrates a database up to a migration, and then waits inside the transaction until it is killed. Started by failed-migrations.test.ts:
//
// node interrupted-migration.ts NUMBER DATA [DATABASE]

import { type Migration, migrateAll } from '../../server/database/migrate.ts';
import { migrations } from '../../server/database/migrations.ts';
import { openDatabase } from '../../server/database/open.ts';

const [stopAfter = '', data = '', url] = process.argv.slice(2);

const waiting = (migration: Migration): Migration => ({
  ...migration,
  async up(tx) {
    await migration.up(tx);
    process.stdout.write('waiting\n');
    // A pending timer keeps the process alive.
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  },
});

const database = await openDatabase(
  url === undefined ? { kind: 'sqlite', file: `${data}/octavo.sqlite` } : { kind: 'postgres', url },
);
await migrateAll(database, [
  { migrations: migrations.map((each) => (each.number === Number(stopAfter) ? waiting(each) : each)) },
]);
