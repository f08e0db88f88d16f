// DELETE /spamfilter/v1/alert: deletes the alert.
import type { ExtensionServices, Operation } from 'octavo/extension';

/** Deletes the alert, if there is one. */
export const deleteAlert = (services: ExtensionServices): Operation => ({
  async run() {
    await services.database.transaction((tx) => services.settings.write(tx, { alert: null }));
    return { kind: 'value', value: { deleted: true, alert: null } };
  },
});
