// octavo audit: lists and prunes the audit log.
import { auditActions } from '../../contract/octavo-v1/audit-log.ts';
import { type AuditRow, listRecords, pruneAuditLog } from '../audit/store.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import { dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import type { ReadHandle } from '../database/handle.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withExistingService } from './open-service.ts';
import { takeOption } from './take-option.ts';

const usage =
  'Usage: octavo audit list [--action ACTION] [--user USERNAME] [--limit NUMBER] | octavo audit prune --days NUMBER';

export const audit: Command = {
  help: [
    'octavo audit list [--action ACTION] [--user USERNAME] [--limit NUMBER] [OPTIONS]',
    'octavo audit prune --days NUMBER [OPTIONS]',
    '',
    'list prints one line per audit event, the latest first: time (GMT), actor, origin (IP address or command',
    'line), action, object and details, separated by tabs. prune deletes old events and prints their number.',
    '',
    optionLine('action ACTION', 'list only events with this action:'),
    ...auditActions.map((action) => `      ${action}`),
    optionLine('user USERNAME', 'list only the actions of this user'),
    optionLine('limit NUMBER', 'maximum number of events (default: 50)'),
    optionLine('days NUMBER', 'delete events older than this number of days'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: action, rest: others } = takeOption(args, 'action');
    const { value: login, rest: second } = takeOption(others, 'user');
    const { value: limit = '50', rest: third } = takeOption(second, 'limit');
    const { value: days, rest: last } = takeOption(third, 'days');
    const { config, rest } = dataConfig(last, env);
    const [verb] = rest;
    if (rest.length !== 1 || (verb !== 'list' && verb !== 'prune') || (verb === 'prune') !== (days !== undefined))
      throw new UsageError(usage);
    if (action !== undefined && !auditActions.some((each) => each === action))
      throw new CommandError(`Unknown action ${JSON.stringify(action)}; run octavo audit --help for a list.`);
    const maxRecords = integerOption('limit', limit);
    const maxAgeDays = days === undefined ? undefined : integerOption('days', days);
    await withExistingService(config, async ({ clock }, database) => {
      if (maxAgeDays !== undefined) return console.log(await pruneAuditLog(database, clock, maxAgeDays));
      const actor = login === undefined ? undefined : await requireUser(database.read, login);
      const filter = { action, actor, after: '', before: '9999-13' };
      for (const record of await listRecords(database.read, filter, { limit: maxRecords, offset: 0 }))
        console.log(formatRecord(record));
    });
    return 0;
  },
};

/** Returns the ID of a user. Throws CommandError when there is no user with this username. */
async function requireUser(read: ReadHandle, login: string): Promise<number> {
  const user = await findUserByLogin(read, login);
  if (!user) throw new CommandError(`No user with the username ${JSON.stringify(login)}.`);
  return user.id;
}

/** Returns the value of an option as a positive integer of up to nine digits. Throws CommandError if it is invalid. */
function integerOption(option: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandError(`The option --${option} must be a positive integer, not ${JSON.stringify(text)}.`);
}

/** Formats an audit event as a line. Question marks replace control characters, because names are user input. */
const formatRecord = (record: AuditRow): string =>
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
