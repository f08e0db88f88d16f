// DELETE key: what was learned here decides alone from then on.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { toldKey } from './get-key.ts';

/** Forgets the key, and what the checker had to say. */
export const deleteKey = (services: ExtensionServices): Operation => ({
  async run(call) {
    const changes = { key: '', key_status: 'none' as const, alert: null };
    await services.database.transaction(async (tx) => {
      await services.settings.write(tx, changes);
      await services.noteSettings(tx, call, ['key']);
    });
    return { kind: 'value', value: { deleted: true, ...toldKey(changes) } };
  },
});
