// octavo app-password create USER --name NAME
import { issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import { dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { withExistingService } from './open-service.ts';
import { takeOption } from './take-option.ts';

export const appPassword: Command = {
  name: 'app-password',
  summary: 'makes a password for an application',
  help: [
    'octavo app-password create USER --name NAME [OPTIONS]',
    '',
    'Prints the new password, and nothing else, on standard output.',
    '',
    optionLine('name NAME', 'what the application is called'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: name, others } = takeOption(args, 'name');
    const { config, rest } = dataConfig(others, env);
    const [verb, login] = rest;
    if (verb !== 'create' || login === undefined || name === undefined || rest.length > 2) {
      throw new UsageFault('Call it so: octavo app-password create USER --name NAME');
    }
    await withExistingService(config, async ({ key, clock }, database) => {
      const user = await findUserByLogin(database.read, login);
      if (!user) throw new CommandFault(`There is no user ${JSON.stringify(login)}.`);
      console.log((await issueApplicationPassword(database, key, user.id, name, clock)).password);
    });
    return 0;
  },
};
