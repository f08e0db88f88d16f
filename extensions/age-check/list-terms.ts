// GET /age-check/v3/admin/terms: lists the terms of a taxonomy.
import type { AgeCheckOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';
import { loadTerms, selectedIds } from './terms.ts';

/** Responds with the terms of a taxonomy; `selected` states whether a term is selected. Throws the same errors as `loadTerms`. */
export const listTerms = (services: Services): AgeCheckOperations['list-terms'] => ({
  async run({ args: { taxonomy } }) {
    const { selected_terms } = await readSettings(services);
    const selected = selectedIds(selected_terms, taxonomy);
    const terms = (await loadTerms(services, taxonomy)).map((term) => ({ ...term, selected: selected.has(term.id) }));
    return { kind: 'value', value: { taxonomy, terms } };
  },
});
