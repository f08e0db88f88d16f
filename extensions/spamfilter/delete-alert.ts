// DELETE /spamfilter/v1/alert: deletes the alert.
import type { SpamfilterOperations } from './operations.ts';
import type { Services } from './settings.ts';

/** Deletes the alert, if there is one. */
export const deleteAlert = (services: Services): SpamfilterOperations['delete-alert'] => ({
  async run() {
    await services.database.transaction((tx) => services.settings.write(tx, { alert: null }));
    return { kind: 'value', value: { deleted: true, alert: null } };
  },
});
