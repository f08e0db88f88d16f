// GET admin/terms: the terms of a taxonomy.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings } from './settings.ts';
import { loadTerms, selectedIds } from './terms.ts';

/** Responds with the terms of a taxonomy and whether each is selected. */
export const listTerms = (services: ExtensionServices): Operation => ({
  async run({ args }) {
    const taxonomy = String(args.taxonomy);
    const { selected_terms } = await readSettings(services);
    const selected = selectedIds(selected_terms, taxonomy);
    const terms = (await loadTerms(services, taxonomy)).map((term) => ({ ...term, selected: selected.has(term.id) }));
    return { kind: 'value', value: { taxonomy, terms } };
  },
});
