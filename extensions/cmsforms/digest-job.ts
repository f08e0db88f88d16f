// Emails digests of submissions for which no individual email was sent, because of the hourly limit.
import type { ExtensionServices, Job } from 'octavo/extension';
import { findForm } from './form.ts';
import { queueDigest } from './notification.ts';
import { formsWithUnnotified, markNotified } from './submissions-store.ts';

/** Returns the job that emails the number of such submissions to the notification addresses of each form. */
export const digestJob = (services: ExtensionServices): Job => ({
  name: 'tell-of-rest',
  every: 60 * 60,
  async run() {
    for (const id of await formsWithUnnotified(services.database.read)) {
      const form = await findForm(services, id);
      await services.database.transaction(async (tx) => {
        const n = await markNotified(tx, id);
        if (form && n > 0) await queueDigest(services, tx, form, n);
      });
    }
  },
});
