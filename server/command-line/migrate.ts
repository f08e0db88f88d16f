// octavo migrate: migrates the database.
import { makeContract } from '../../contract/contract.ts';
import { completeIndexes, findIncompleteIndexes } from '../cms-v2/entries/update-meta-indexes.ts';
import { withExtensions } from '../config/choose-extensions.ts';
import { type DataConfig, makeDataConfig } from '../config/config.ts';
import { type Declarations, readSiteConfig } from '../config/site-config.ts';
import type { Database } from '../database/handle.ts';
import { migrationName } from '../database/migrate.ts';
import { planMigrations } from '../database/migration-plan.ts';
import { migrationSetsOf } from '../extensions/migration-sets.ts';
import { version } from '../version.ts';
import type { Command } from './command.ts';
import { formatPlan } from './format-plan.ts';
import { explainFullDisk, freeBytes } from './free-space.ts';
import { migrateSite, openExistingDatabase } from './open-site.ts';
import type { Output } from './output.ts';
import { changeExistingTables, sqliteBytes } from './upgrade-backup.ts';

export const migrateCommand: Command = {
  description: [
    'Applies the pending migrations of the service and of extensions in one transaction, and completes the indexes of meta',
    'fields. If a migration fails, the database is as before. An embedded database is copied to upgrade-backups in the data',
    'folder first. Stop the service on all nodes before, unless --plan prints that they can go on.',
  ],
  async run({ options, output }) {
    const config = makeDataConfig(options);
    const declarations = await readSiteConfig(config);
    const database = await openExistingDatabase(config);
    try {
      if (options.switches.has('plan')) await plan(config, database, declarations, output);
      else await apply(config, database, declarations, { skipsCopy: options.switches.has('no-backup'), output });
    } catch (error) {
      throw await explainFullDisk(config, error);
    } finally {
      await database.close();
    }
    return 0;
  },
};

/** Applies the pending migrations, completes the indexes of meta fields, and prints a report. */
async function apply(
  config: DataConfig,
  database: Database,
  declarations: Declarations,
  { skipsCopy, output }: { readonly skipsCopy: boolean; readonly output: Output },
): Promise<void> {
  const { migrations, copy } = await migrateSite(config, database, declarations.extensions, {
    canMigrate: true,
    skipsCopy,
  });
  const deps = { database, contract: contractOf(declarations) };
  const indexes = (await findIncompleteIndexes(deps)).map(({ field }) => field);
  await completeIndexes(deps, { pauseMs: 0 });
  const lines = [
    ...(copy === undefined ? [] : [`The database before the migration is in ${copy}.`]),
    ...migrations,
    ...indexes.map((field) => `index of the meta field ${field}`),
  ];
  output.write(
    { applied: true, migrations, indexes, copy: copy ?? null, estimate: null, compatible: null },
    ...(lines.length > 0 ? lines : ['The database is up to date.']),
  );
}

/** Prints the pending migrations and their estimated costs. */
async function plan(config: DataConfig, database: Database, declarations: Declarations, output: Output): Promise<void> {
  const migrationPlan = await planMigrations(database, migrationSetsOf(declarations.extensions));
  const { migrations, seconds, bytes } = migrationPlan;
  const isEmbedded = config.database === undefined;
  const isCopied = isEmbedded && changeExistingTables(migrations);
  const copyBytes = isCopied ? await sqliteBytes(config) : 0;
  const indexes = await findIncompleteIndexes({ database, contract: contractOf(declarations) });
  const lines = formatPlan(migrationPlan, {
    program: version(),
    freeBytes: isEmbedded ? await freeBytes(config.data) : undefined,
    ...{ copyBytes, indexes },
  });
  const planned = {
    migrations: migrations.map((each) => migrationName(each)),
    indexes: indexes.map(({ field }) => field),
    estimate: { minSeconds: seconds.min, maxSeconds: seconds.max, bytes: Math.round(bytes + copyBytes) },
    compatible: migrationPlan.isCompatible,
  };
  output.write({ applied: false, ...planned, copy: null }, ...lines);
}

const contractOf = ({ config, extensions }: Declarations) => makeContract(withExtensions(config, extensions));
