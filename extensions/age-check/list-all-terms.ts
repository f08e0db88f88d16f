// GET admin/terms/select-all: all terms of a taxonomy as a selection. It is what an editor's "all" sends on to the settings:
// a GET changes nothing (contract/README.md, decision 18).
import type { ExtensionServices, Operation } from 'octavo/extension';
import { termsOf } from './terms.ts';

/** Answers with `selected_terms` as the settings would have it if every term of the taxonomy were selected. */
export const listAllTerms = (services: ExtensionServices): Operation => ({
  async run({ args }) {
    const taxonomy = String(args.taxonomy);
    const ids = (await termsOf(services, taxonomy)).map(({ id }) => id);
    return { kind: 'value', value: { taxonomy, selected_terms: { [taxonomy]: ids } } };
  },
});
