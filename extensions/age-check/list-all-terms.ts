// GET /age-check/v3/admin/terms/select-all: returns a selection of all terms of a taxonomy, which a user interface can submit as a setting.
// The request itself changes nothing (contract/README.md, decision 18).
import type { ExtensionServices } from 'octavo/extension';
import type { AgeCheckOperations } from './operations.ts';
import { loadTerms } from './terms.ts';

/** Responds with a value for `selected_terms` that contains every term of the taxonomy. Throws the same errors as `loadTerms`. */
export const listAllTerms = (services: ExtensionServices): AgeCheckOperations['list-all-terms'] => ({
  async run({ args: { taxonomy } }) {
    const ids = (await loadTerms(services, taxonomy)).map(({ id }) => id);
    return { kind: 'value', value: { taxonomy, selected_terms: { [taxonomy]: ids } } };
  },
});
