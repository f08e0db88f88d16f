// GET admin/terms: what may be selected of a taxonomy, and what is.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings } from './settings.ts';
import { selectedOf, termsOf } from './terms.ts';

/** Answers with the terms of a taxonomy, each with whether its entries are restricted. */
export const listTerms = (services: ExtensionServices): Operation => ({
  async run({ args }) {
    const taxonomy = String(args.taxonomy);
    const { selected_terms } = await readSettings(services);
    const selected = selectedOf(selected_terms, taxonomy);
    const terms = (await termsOf(services, taxonomy)).map((term) => ({ ...term, selected: selected.has(term.id) }));
    return { kind: 'value', value: { taxonomy, terms } };
  },
});
