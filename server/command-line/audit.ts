// octavo audit: lists and prunes the audit log.
import { auditActions } from '../../contract/octavo-v1/audit-log.ts';
import { type AuditRow, listRecords, pruneAuditLog } from '../audit/store.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import { makeDataConfig } from '../config/config.ts';
import type { ReadHandle } from '../database/handle.ts';
import { type Command, CommandError } from './command.ts';
import { withExistingService } from './open-service.ts';

export const audit: Command = {
  description: [
    'list prints one line per audit event, the latest first: time (GMT), actor, origin (IP address or command',
    'line), action, object and details, separated by tabs. prune deletes old events and prints their number.',
    '',
    'Actions:',
    ...auditActions.map((action) => `  ${action}`),
  ],
  async run({ verb, options, output }) {
    const { action, user: login, limit = '50', days } = options.values;
    const config = makeDataConfig(options);
    if (action !== undefined && !auditActions.some((each) => each === action))
      throw new CommandError(`Unknown action ${JSON.stringify(action)}; run octavo audit --help for a list.`);
    const maxRecords = integerOption('limit', limit);
    const maxAgeDays = verb === 'prune' ? integerOption('days', days ?? '') : undefined;
    await withExistingService(config, async ({ clock }, database) => {
      if (maxAgeDays !== undefined) {
        const deleted = await pruneAuditLog(database, clock, maxAgeDays);
        return output.write({ deleted }, String(deleted));
      }
      const actor = login === undefined ? undefined : await requireUser(database.read, login);
      const filter = { actions: action === undefined ? undefined : [action], actor, after: '', before: '9999-13' };
      const records = await listRecords(database.read, filter, { limit: maxRecords, offset: 0 });
      output.write({ events: records.map(presentRecord) }, ...records.map(formatRecord));
    });
    return 0;
  },
};

/** Returns an audit event for the output of `--json`. */
const presentRecord = (record: AuditRow) => ({
  date_gmt: record.date_gmt,
  username: record.actor_login,
  origin: record.origin,
  action: record.action,
  object: { type: record.object_type, id: String(record.object_id), name: record.object_name },
  details: record.details === '' ? {} : (JSON.parse(record.details) as unknown),
});

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
