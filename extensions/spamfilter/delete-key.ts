// DELETE key. Without a key, comments are classified by the local filter only.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { presentKey } from './get-key.ts';

/** Deletes the key and the alert. */
export const deleteKey = (services: ExtensionServices): Operation => ({
  async run(call) {
    const changes = { key: '', key_status: 'none' as const, alert: null };
    await services.database.transaction(async (tx) => {
      await services.settings.write(tx, changes);
      await services.recordSettingsChange(tx, call, ['key']);
    });
    return { kind: 'value', value: { deleted: true, ...presentKey(changes) } };
  },
});
