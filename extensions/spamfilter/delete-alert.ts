// DELETE /spamfilter/v1/alert: deletes the alert.
import type { ExtensionServices } from 'octavo/extension';
import type { SpamfilterOperations } from './operations.ts';

/** Deletes the alert, if there is one. */
export const deleteAlert = (services: ExtensionServices): SpamfilterOperations['delete-alert'] => ({
  async run() {
    await services.database.transaction((tx) => services.settings.write(tx, { alert: null }));
    return { kind: 'value', value: { deleted: true, alert: null } };
  },
});
