// octavo app-password: creates application passwords.
import type { Contract } from '../../contract/contract.ts';
import type { Limits } from '../access/actor.ts';
import { servedNamespaces, validateExpiry, validateNamespaces } from '../cms-v2/application-passwords/checks.ts';
import { issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import { makeDataConfig, readAdminPassword } from '../config/config.ts';
import { isDateTime } from '../http/parameters/formats.ts';
import type { ValidationResult } from '../http/parameters/validation-error.ts';
import { defaultUsername, initializeSite } from '../initialize-site.ts';
import type { Clock } from '../time/zone.ts';
import { type Command, CommandError } from './command.ts';
import { administratorLines, presentAdministrator } from './first-start-line.ts';
import { withExistingService } from './open-service.ts';

export const appPassword: Command = {
  description: [
    'Creates an application password for a user. Standard output contains only the password.',
    '',
    'If the site has no administrator yet, the user admin is created. OCTAVO_ADMIN_PASSWORD sets the password of the account;',
    'otherwise, one is generated and printed once, to standard error.',
  ],
  async run({ operands: [login = ''], options, env, output }) {
    const { name = '', expires, namespaces } = options.values;
    const readOnly = options.switches.has('read-only');
    const adminPassword = readAdminPassword(env);
    await withExistingService(makeDataConfig(options), async (service, database) => {
      const { key, clock, contract } = service;
      const existing = await findUserByLogin(database.read, login);
      const isFirst = existing === undefined && login === defaultUsername;
      const first = isFirst ? await initializeSite(service, database, adminPassword) : undefined;
      if (!output.isJson) for (const line of administratorLines(first)) console.error(line);
      const user = existing ?? (await findUserByLogin(database.read, login));
      if (!user) throw new CommandError(`No user with the username ${JSON.stringify(login)}.`);
      const limits = { readOnly, ...limitsFromOptions(contract, clock, { expires, namespaces }) };
      const request = { userId: user.id, name, limits };
      const { uuid, password } = await issueApplicationPassword({ database, key, clock }, request);
      const administrator = first?.administrator === undefined ? {} : { administrator: presentAdministrator(first) };
      output.write({ uuid, username: user.login, name, password, ...administrator }, password);
    });
    return 0;
  },
};

/** Returns the limits that the options set. Throws CommandError for invalid options. */
function limitsFromOptions(
  contract: Contract,
  clock: Clock,
  { expires, namespaces }: { readonly expires: string | undefined; readonly namespaces: string | undefined },
): Omit<Limits, 'readOnly'> {
  if (expires !== undefined && !isDateTime(expires))
    throw new CommandError(
      `The option --expires must be a time such as 2027-01-31T12:00:00, not ${JSON.stringify(expires)}.`,
    );
  return {
    expires: expires === undefined ? null : (validValue(validateExpiry(expires, clock)) as string),
    namespaces: validValue(validateNamespaces(namespaces?.split(',') ?? [], servedNamespaces(contract))) as string[],
  };
}

function validValue(checkResult: ValidationResult): unknown {
  if ('error' in checkResult) throw new CommandError(checkResult.error.message);
  return checkResult.value;
}
