// DELETE /spamfilter/v1/key: deletes the key. Without a key, only the local filter classifies comments.
import { presentKey } from './get-key.ts';
import type { SpamfilterOperations } from './operations.ts';
import type { Services } from './settings.ts';

/** Deletes the key and the alert, and responds with the new status of the key. */
export const deleteKey = (services: Services): SpamfilterOperations['delete-key'] => ({
  async run(call) {
    const changes = { key: '', key_status: 'none' as const, alert: null };
    await services.database.transaction(async (tx) => {
      await services.settings.write(tx, changes);
      await services.recordSettingsChange(tx, call, ['key']);
    });
    return { kind: 'value', value: { deleted: true, ...presentKey(changes) } };
  },
});
