// octavo audit list|prune
import { auditActions } from '../../contract/octavo-v1/audit-log.ts';
import { pruneAuditLog } from '../audit/prune.ts';
import { type AuditRow, findRecords } from '../audit/store.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import { dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import type { ReadHandle } from '../database/handle.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { withExistingService } from './open-service.ts';
import { takeOption } from './take-option.ts';

const usage =
  'Call it so: octavo audit list [--action ACTION] [--user LOGIN] [--limit NUMBER], or: octavo audit prune --days NUMBER';

export const audit: Command = {
  help: [
    'octavo audit list [--action ACTION] [--user LOGIN] [--limit NUMBER] [OPTIONS]',
    'octavo audit prune --days NUMBER [OPTIONS]',
    '',
    'list prints a line for each record, the newest first: when (GMT), who, from where, what, to what, and what else is to be',
    'known, with tabs between.',
    '',
    optionLine('action ACTION', 'only this:'),
    ...auditActions.map((action) => `      ${action}`),
    optionLine('user LOGIN', 'only what this user did'),
    optionLine('limit NUMBER', 'so many records at most (default: 50)'),
    optionLine('days NUMBER', 'removes what is older than so many days'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: action, others } = takeOption(args, 'action');
    const { value: login, others: second } = takeOption(others, 'user');
    const { value: limit = '50', others: third } = takeOption(second, 'limit');
    const { value: days, others: last } = takeOption(third, 'days');
    const { config, rest } = dataConfig(last, env);
    const [verb] = rest;
    if (rest.length !== 1 || (verb !== 'list' && verb !== 'prune') || (verb === 'prune') !== (days !== undefined))
      throw new UsageFault(usage);
    if (action !== undefined && !auditActions.some((each) => each === action))
      throw new CommandFault(`There is no action ${JSON.stringify(action)}; octavo audit --help lists them.`);
    const most = wholeNumber('limit', limit);
    const age = days === undefined ? undefined : wholeNumber('days', days);
    await withExistingService(config, async ({ clock }, database) => {
      if (age !== undefined) return console.log(await pruneAuditLog(database, clock, age));
      const actor = login === undefined ? undefined : await requireUser(database.read, login);
      const filter = { action, actor, after: '', before: '9999-13' };
      for (const record of await findRecords(database.read, filter, { limit: most, offset: 0 }))
        console.log(lineOf(record));
    });
    return 0;
  },
};

/** Throws CommandFault. */
async function requireUser(read: ReadHandle, login: string): Promise<number> {
  const user = await findUserByLogin(read, login);
  if (!user) throw new CommandFault(`There is no user ${JSON.stringify(login)}.`);
  return user.id;
}

/** Throws CommandFault. */
function wholeNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandFault(`The option --${option} takes a whole number from 1, not ${JSON.stringify(text)}.`);
}

/** Names come from outside: what could begin a line or steer a terminal is shown as a question mark. */
const lineOf = (record: AuditRow): string =>
  [
    record.date_gmt,
    record.actor_login || '-',
    record.origin || '-',
    record.action,
    [record.object_type, record.object_id, record.object_name].filter((part) => part !== '').join(' '),
    record.details,
  ]
    .map((cell) => cell.replace(/\p{C}/gu, '?'))
    .join('\t');
