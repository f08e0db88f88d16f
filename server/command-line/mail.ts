// octavo mail list | retry
import { dataConfig } from '../config/config.ts';
import { optionLines } from '../config/options.ts';
import { listMails, retryMails } from '../mail/store.ts';
import { now } from '../time/zone.ts';
import { type Command, UsageFault } from './command.ts';
import { withExistingService } from './open-service.ts';

/** So many mails are listed. */
const mostListed = 100;

export const mail: Command = {
  help: [
    'octavo mail list [OPTIONS]',
    'octavo mail retry [OPTIONS]',
    '',
    `list shows the latest ${mostListed} mails, the newest first: number, state, tries, when it was queued, kind, receiver,`,
    'subject, and why it was not sent. retry lets the service send everything again that was given up, was not sent for want',
    'of a mail server, or waits for its next try.',
    '',
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { config, rest } = dataConfig(args, env);
    const [verb] = rest;
    if (rest.length !== 1 || (verb !== 'list' && verb !== 'retry'))
      throw new UsageFault('Call it so: octavo mail list, or: octavo mail retry');
    await withExistingService(config, async ({ clock }, database) => {
      if (verb === 'retry') {
        const count = await database.transaction((tx) => retryMails(tx, now(clock)));
        console.log(`${count} ${count === 1 ? 'mail' : 'mails'} will be tried again`);
        return;
      }
      for (const { id, state, tries, queued, kind, recipient, subject, problem } of await listMails(
        database.read,
        mostListed,
      ))
        console.log([id, state, tries, queued, kind, recipient, subject, problem].join('\t'));
    });
    return 0;
  },
};
