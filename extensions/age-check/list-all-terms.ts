// GET admin/terms/select-all: a selection of all terms of a taxonomy, which a user interface can then submit to the settings. The
// GET itself changes nothing (contract/README.md, decision 18).
import type { ExtensionServices, Operation } from 'octavo/extension';
import { loadTerms } from './terms.ts';

/** Responds with a value for `selected_terms` that contains every term of the taxonomy. */
export const listAllTerms = (services: ExtensionServices): Operation => ({
  async run({ args }) {
    const taxonomy = String(args.taxonomy);
    const ids = (await loadTerms(services, taxonomy)).map(({ id }) => id);
    return { kind: 'value', value: { taxonomy, selected_terms: { [taxonomy]: ids } } };
  },
});
