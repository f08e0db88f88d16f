// One mail about all that came in while more came than mail was sent about.
import type { ExtensionServices, Job } from 'octavo/extension';
import { findForm } from './form.ts';
import { tellOfMany } from './notification.ts';
import { formsUntold, markTold } from './submissions-store.ts';

/** Tells those who are told of a form how many were sent in that they had no mail about. */
export const tellOfRest = (services: ExtensionServices): Job => ({
  name: 'tell-of-rest',
  every: 60 * 60,
  async run() {
    for (const id of await formsUntold(services.database.read)) {
      const form = await findForm(services, id);
      await services.database.transaction(async (tx) => {
        const n = await markTold(tx, id);
        if (form && n > 0) await tellOfMany(services, tx, form, n);
      });
    }
  },
});
