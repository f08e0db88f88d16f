// octavo app-password create USER --name NAME
import type { Contract } from '../../contract/contract.ts';
import type { Limits } from '../access/actor.ts';
import { expiryVerdict, namespacesVerdict, servedNamespaces } from '../cms-v2/application-passwords/checks.ts';
import { issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import { dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import type { Verdict } from '../http/parameters/faults.ts';
import { isDateTime } from '../http/parameters/formats.ts';
import type { Clock } from '../time/zone.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { withExistingService } from './open-service.ts';
import { takeOption, takeSwitch } from './take-option.ts';

export const appPassword: Command = {
  help: [
    'octavo app-password create USER --name NAME [--read-only] [--expires TIME] [--namespaces LIST] [OPTIONS]',
    '',
    'Prints the new password, and nothing else, on standard output.',
    '',
    optionLine('name NAME', 'what the application is called'),
    optionLine('read-only', 'it may only read'),
    optionLine('expires TIME', 'from when on it cannot be used, in GMT: 2027-01-31T12:00:00'),
    optionLine('namespaces LIST', 'where it may be used, separated by commas: cms/v2'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: name, others } = takeOption(args, 'name');
    const { given: readOnly, others: second } = takeSwitch(others, 'read-only');
    const { value: expires, others: third } = takeOption(second, 'expires');
    const { value: namespaces, others: last } = takeOption(third, 'namespaces');
    const { config, rest } = dataConfig(last, env);
    const [verb, login] = rest;
    if (verb !== 'create' || login === undefined || name === undefined || rest.length > 2) {
      throw new UsageFault('Call it so: octavo app-password create USER --name NAME');
    }
    await withExistingService(config, async ({ key, clock, contract }, database) => {
      const user = await findUserByLogin(database.read, login);
      if (!user) throw new CommandFault(`There is no user ${JSON.stringify(login)}.`);
      const limits = { readOnly, ...limitsGiven(contract, clock, { expires, namespaces }) };
      console.log((await issueApplicationPassword(database, key, user.id, name, clock, '', { limits })).password);
    });
    return 0;
  },
};

/** The limits that options tell. Throws CommandFault for those that cannot be. */
function limitsGiven(
  contract: Contract,
  clock: Clock,
  { expires, namespaces }: { readonly expires: string | undefined; readonly namespaces: string | undefined },
): Omit<Limits, 'readOnly'> {
  if (expires !== undefined && !isDateTime(expires))
    throw new CommandFault(
      `The option --expires takes a time such as 2027-01-31T12:00:00, not ${JSON.stringify(expires)}.`,
    );
  return {
    expires: expires === undefined ? null : (taken(expiryVerdict(expires, clock)) as string),
    namespaces: taken(namespacesVerdict(namespaces?.split(',') ?? [], servedNamespaces(contract))) as string[],
  };
}

function taken(verdict: Verdict): unknown {
  if ('fault' in verdict) throw new CommandFault(verdict.fault.message);
  return verdict.value;
}
