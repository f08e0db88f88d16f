// GET /age-check/v3/admin/terms/selected: lists the selected terms of a taxonomy. Entries with these terms are restricted.
import type { AgeCheckOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';
import { loadTerms, selectedIds } from './terms.ts';

/** Responds with the selected terms that still exist. Throws the same errors as `loadTerms`. */
export const listSelectedTerms = (services: Services): AgeCheckOperations['list-selected-terms'] => ({
  async run({ args: { taxonomy } }) {
    const { selected_terms } = await readSettings(services);
    const selected = selectedIds(selected_terms, taxonomy);
    const terms = (await loadTerms(services, taxonomy)).filter(({ id }) => selected.has(id));
    return { kind: 'value', value: { taxonomy, terms } };
  },
});
