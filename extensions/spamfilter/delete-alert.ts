// DELETE alert.
import type { ExtensionServices, Operation } from 'octavo/extension';

/** Deletes the alert. */
export const deleteAlert = (services: ExtensionServices): Operation => ({
  async run() {
    await services.database.transaction((tx) => services.settings.write(tx, { alert: null }));
    return { kind: 'value', value: { deleted: true, alert: null } };
  },
});
