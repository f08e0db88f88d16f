// Emails digests of submissions for which no individual email was sent, because of the hourly limit.
import type { ExtensionServices, Job } from 'octavo/extension';
import { findForm } from './form.ts';
import { queueDigest } from './notification.ts';
import { listFormsWithoutNotification, markNotified } from './submissions-store.ts';

/** Returns the job that emails the number of these submissions to the notification addresses of each form. */
export const digestJob = (services: ExtensionServices): Job => ({
  name: 'tell-of-rest',
  every: 60 * 60,
  async run() {
    for (const id of await listFormsWithoutNotification(services.database.read)) {
      const form = await findForm(services, id);
      await services.database.transaction(async (tx) => {
        const submissionCount = await markNotified(tx, id);
        if (form && submissionCount > 0) await queueDigest(services, tx, form, submissionCount);
      });
    }
  },
});
