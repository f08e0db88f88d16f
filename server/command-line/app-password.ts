// octavo app-password: creates application passwords.
import type { Contract } from '../../contract/contract.ts';
import type { Limits } from '../access/actor.ts';
import { servedNamespaces, validateExpiry, validateNamespaces } from '../cms-v2/application-passwords/checks.ts';
import { issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import { dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { isDateTime } from '../http/parameters/formats.ts';
import type { ValidationResult } from '../http/parameters/validation-error.ts';
import type { Clock } from '../time/zone.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withExistingService } from './open-service.ts';
import { takeOption, takeSwitch } from './take-option.ts';

export const appPassword: Command = {
  help: [
    'octavo app-password create USERNAME --name NAME [--read-only] [--expires TIME] [--namespaces LIST] [OPTIONS]',
    '',
    'Creates an application password for a user. Standard output contains only the password.',
    '',
    optionLine('name NAME', 'the name of the application'),
    optionLine('read-only', 'limit the password to reading'),
    optionLine('expires TIME', 'expiry time in GMT, such as 2027-01-31T12:00:00'),
    optionLine('namespaces LIST', 'limit the password to these namespaces, separated by commas, such as cms/v2'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: name, rest: others } = takeOption(args, 'name');
    const { isPresent: readOnly, rest: second } = takeSwitch(others, 'read-only');
    const { value: expires, rest: third } = takeOption(second, 'expires');
    const { value: namespaces, rest: last } = takeOption(third, 'namespaces');
    const { config, rest } = dataConfig(last, env);
    const [verb, login] = rest;
    if (verb !== 'create' || login === undefined || name === undefined || rest.length > 2) {
      throw new UsageError('Usage: octavo app-password create USERNAME --name NAME');
    }
    await withExistingService(config, async ({ key, clock, contract }, database) => {
      const user = await findUserByLogin(database.read, login);
      if (!user) throw new CommandError(`No user with the username ${JSON.stringify(login)}.`);
      const limits = { readOnly, ...limitsFromOptions(contract, clock, { expires, namespaces }) };
      const request = { userId: user.id, name, limits };
      console.log((await issueApplicationPassword({ database, key, clock }, request)).password);
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
