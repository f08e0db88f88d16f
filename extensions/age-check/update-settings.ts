// POST, PUT, PATCH admin/settings: what is sent changes, the rest stays; of selected terms, taxonomy by taxonomy.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { type AgeCheckSettings, readSettings } from './settings.ts';

/** Stores settings; answers with those in force. */
export const updateSettings = (services: ExtensionServices): Operation => ({
  async run(call) {
    const sent = call.args as Partial<AgeCheckSettings>;
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of age-check');
      const { selected_terms } = await readSettings(services, tx);
      const merged = sent.selected_terms && { selected_terms: { ...selected_terms, ...sent.selected_terms } };
      await services.settings.write(tx, { ...sent, ...merged });
      await services.noteSettings(tx, call, Object.keys(sent));
    });
    return { kind: 'value', value: await readSettings(services) };
  },
});
