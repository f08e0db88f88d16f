// octavo migrate: migrates the database.
import { dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { readSiteConfig } from '../config/site-config.ts';
import { type Migration, migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { type Command, UsageError } from './command.ts';
import { openExistingDatabase } from './open-site.ts';
import { takeSwitch } from './take-option.ts';

const line = ({ number, name }: Migration) => `${String(number).padStart(4, '0')} ${name}`;

export const migrateCommand: Command = {
  help: [
    'octavo migrate [--plan] [OPTIONS]',
    '',
    optionLine('plan', 'print the pending migrations without applying them'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { isPresent: plan, rest: others } = takeSwitch(args, 'plan');
    const { config, rest } = dataConfig(others, env);
    if (rest.length > 0)
      throw new UsageError(`Unexpected argument ${JSON.stringify(rest[0])}; run octavo migrate --help for the usage.`);
    const { extensions } = await readSiteConfig(config);
    const database = await openExistingDatabase(config);
    try {
      const done = (await migrate(database, migrations, { plan })).map((each) => line(each));
      for (const { name, migrations: own = [] } of extensions)
        done.push(...(await migrate(database, own, { plan, extension: name })).map((each) => `${name} ${line(each)}`));
      for (const each of done) console.log(each);
      if (done.length === 0) console.log('The database is up to date.');
    } finally {
      await database.close();
    }
    return 0;
  },
};
