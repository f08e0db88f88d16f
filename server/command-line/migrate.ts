// octavo migrate: migrates the database.
import { makeContract } from '../../contract/contract.ts';
import { completeIndexes, findIncompleteIndexes } from '../cms-v2/entries/update-meta-indexes.ts';
import { withExtensions } from '../config/choose-extensions.ts';
import { type DataConfig, dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { type Declarations, readSiteConfig } from '../config/site-config.ts';
import type { Database } from '../database/handle.ts';
import { planMigrations } from '../database/migration-plan.ts';
import { migrationSetsOf } from '../extensions/migration-sets.ts';
import { version } from '../version.ts';
import { type Command, UsageError } from './command.ts';
import { formatPlan } from './format-plan.ts';
import { explainFullDisk, freeBytes } from './free-space.ts';
import { migrateSite, openExistingDatabase } from './open-site.ts';
import { takeSwitch } from './take-option.ts';
import { changeExistingTables, sqliteBytes } from './upgrade-backup.ts';

export const migrateCommand: Command = {
  help: [
    'octavo migrate [--plan] [--no-backup] [OPTIONS]',
    '',
    'Applies the pending migrations of the service and of extensions in one transaction, and completes the indexes of meta',
    'fields. If a migration fails, the database is as before. An embedded database is copied to upgrade-backups in the data',
    'folder first. Stop the service on all nodes before.',
    '',
    optionLine('plan', 'describe the pending migrations, their duration and the disk space, and change nothing'),
    optionLine('no-backup', 'do not copy the embedded database first'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { isPresent: plansOnly, rest: others } = takeSwitch(args, 'plan');
    const { isPresent: skipsCopy, rest: remaining } = takeSwitch(others, 'no-backup');
    const { config, rest } = dataConfig(remaining, env);
    if (rest.length > 0)
      throw new UsageError(`Unexpected argument ${JSON.stringify(rest[0])}; run octavo migrate --help for the usage.`);
    const declarations = await readSiteConfig(config);
    const database = await openExistingDatabase(config);
    try {
      const lines = plansOnly
        ? await plan(config, database, declarations)
        : await apply(config, database, declarations, skipsCopy);
      for (const line of lines) console.log(line);
    } catch (error) {
      throw await explainFullDisk(config, error);
    } finally {
      await database.close();
    }
    return 0;
  },
};

/** Applies the pending migrations and completes the indexes of meta fields. Returns the lines of a report. */
async function apply(
  config: DataConfig,
  database: Database,
  declarations: Declarations,
  skipsCopy: boolean,
): Promise<string[]> {
  const { migrations, copy } = await migrateSite(config, database, declarations.extensions, { skipsCopy });
  const deps = { database, contract: contractOf(declarations) };
  const incomplete = await findIncompleteIndexes(deps);
  await completeIndexes(deps, { pauseMs: 0 });
  const lines = [
    ...(copy === undefined ? [] : [`The database before the migration is in ${copy}.`]),
    ...migrations,
    ...incomplete.map(({ field }) => `index of the meta field ${field}`),
  ];
  return lines.length > 0 ? lines : ['The database is up to date.'];
}

async function plan(config: DataConfig, database: Database, declarations: Declarations): Promise<string[]> {
  const migrationPlan = await planMigrations(database, migrationSetsOf(declarations.extensions));
  const isEmbedded = config.database === undefined;
  const isCopied = isEmbedded && changeExistingTables(migrationPlan.migrations);
  return formatPlan(migrationPlan, {
    program: version(),
    freeBytes: isEmbedded ? await freeBytes(config.data) : undefined,
    copyBytes: isCopied ? await sqliteBytes(config) : 0,
    indexes: await findIncompleteIndexes({ database, contract: contractOf(declarations) }),
  });
}

const contractOf = ({ config, extensions }: Declarations) => makeContract(withExtensions(config, extensions));
