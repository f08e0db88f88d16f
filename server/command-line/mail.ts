// octavo mail: lists and retries emails.
import { dataConfig } from '../config/config.ts';
import { optionLines } from '../config/options.ts';
import { listMails, retryMails } from '../mail/store.ts';
import { now } from '../time/zone.ts';
import { type Command, UsageError } from './command.ts';
import { withExistingService } from './open-service.ts';

/** Maximum number of listed emails. */
const maxListed = 100;

export const mail: Command = {
  help: [
    'octavo mail list [OPTIONS]',
    'octavo mail retry [OPTIONS]',
    '',
    `list prints the latest ${maxListed} emails, one per line: ID, state, attempts, time of queueing, kind, recipient, subject,`,
    'and the reason why the email was not sent, separated by tabs. retry makes the service retry all emails that failed,',
    'were not sent because no mail server was configured, or wait for their next attempt.',
    '',
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { config, rest } = dataConfig(args, env);
    const [verb] = rest;
    if (rest.length !== 1 || (verb !== 'list' && verb !== 'retry'))
      throw new UsageError('Usage: octavo mail list|retry');
    await withExistingService(config, async ({ clock }, database) => {
      if (verb === 'retry') {
        const count = await database.transaction((tx) => retryMails(tx, now(clock)));
        console.log(`${count} ${count === 1 ? 'email' : 'emails'} will be retried.`);
        return;
      }
      for (const { id, state, tries, queued, kind, recipient, subject, problem } of await listMails(
        database.read,
        maxListed,
      ))
        console.log([id, state, tries, queued, kind, recipient, subject, problem].join('\t'));
    });
    return 0;
  },
};
