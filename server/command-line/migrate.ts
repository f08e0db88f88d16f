// octavo migrate: migrates the database.
import { makeDataConfig } from '../config/config.ts';
import { readSiteConfig } from '../config/site-config.ts';
import { type Migration, migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import type { Command } from './command.ts';
import { openExistingDatabase } from './open-site.ts';

/** A migration of the service or of an extension in the output. */
const presentMigration =
  (extension?: string) =>
  ({ number, name }: Migration) => ({ extension: extension ?? null, number, name });

const formatMigration = ({ extension, number, name }: ReturnType<ReturnType<typeof presentMigration>>): string =>
  [extension ?? [], String(number).padStart(4, '0'), name].flat().join(' ');

export const migrateCommand: Command = {
  description: [],
  async run({ options, output }) {
    const plan = options.switches.has('plan');
    const config = makeDataConfig(options);
    const { extensions } = await readSiteConfig(config);
    const database = await openExistingDatabase(config);
    try {
      const done = (await migrate(database, migrations, { plan })).map(presentMigration());
      for (const { name, migrations: own = [] } of extensions)
        done.push(...(await migrate(database, own, { plan, extension: name })).map(presentMigration(name)));
      const lines = done.length === 0 ? ['The database is up to date.'] : done.map(formatMigration);
      output.write({ applied: !plan, migrations: done }, ...lines);
    } finally {
      await database.close();
    }
    return 0;
  },
};
