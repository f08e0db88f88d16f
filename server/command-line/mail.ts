// octavo mail: lists and retries emails.
import { makeDataConfig } from '../config/config.ts';
import { listMails, retryMails } from '../mail/store.ts';
import { now } from '../time/zone.ts';
import type { Command } from './command.ts';
import { withExistingService } from './open-service.ts';

/** Maximum number of listed emails. */
const maxListed = 100;

export const mail: Command = {
  description: [
    `list prints the latest ${maxListed} emails, one per line: ID, state, attempts, time of queueing, kind, recipient, subject,`,
    'and the reason why the email was not sent, separated by tabs. retry makes the service retry all emails that failed,',
    'were not sent because no mail server was configured, or wait for their next attempt.',
  ],
  async run({ verb, options, output }) {
    await withExistingService(makeDataConfig(options), async ({ clock }, database) => {
      if (verb === 'retry') {
        const retried = await database.transaction((tx) => retryMails(tx, now(clock)));
        return output.write({ retried }, `${retried} ${retried === 1 ? 'email' : 'emails'} will be retried.`);
      }
      const emails = (await listMails(database.read, maxListed)).map(
        ({ id, state, tries: attempts, queued, kind, recipient, subject, problem }) => ({
          ...{ id, state, attempts, queued, kind, recipient, subject, problem },
        }),
      );
      output.write({ emails }, ...emails.map((each) => Object.values(each).join('\t')));
    });
    return 0;
  },
};
