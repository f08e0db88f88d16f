// POST, PUT, PATCH admin/settings: what is sent changes, the rest stays; of selected terms, taxonomy by taxonomy.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { mostTaxonomies } from './contract.ts';
import { type AgeCheckSettings, readSettings } from './settings.ts';

/** Stores settings; answers with those in force. Throws Refusal 400 `rest_invalid_param` for terms of too many taxonomies. */
export const updateSettings = (services: ExtensionServices): Operation => ({
  async run(call) {
    const sent = call.args as Partial<AgeCheckSettings>;
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of age-check');
      const { selected_terms } = await readSettings(services, tx);
      const merged = sent.selected_terms && { selected_terms: { ...selected_terms, ...sent.selected_terms } };
      if (merged && Object.keys(merged.selected_terms).length > mostTaxonomies) throw tooMany();
      await services.settings.write(tx, { ...sent, ...merged });
      await services.noteSettings(tx, call, Object.keys(sent));
    });
    return { kind: 'value', value: await readSettings(services) };
  },
});

function tooMany(): Refusal {
  const message = `selected_terms has terms of at most ${mostTaxonomies} taxonomies.`;
  return new Refusal('rest_invalid_param', 400, message, { data: { params: { selected_terms: message } } });
}
