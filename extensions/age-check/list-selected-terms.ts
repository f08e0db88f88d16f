// GET admin/terms/selected: the terms of a taxonomy whose entries are restricted.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { readSettings } from './settings.ts';
import { selectedOf, termsOf } from './terms.ts';

/** Answers with the selected terms that are still there. */
export const listSelectedTerms = (services: ExtensionServices): Operation => ({
  async run({ args }) {
    const taxonomy = String(args.taxonomy);
    const { selected_terms } = await readSettings(services);
    const selected = selectedOf(selected_terms, taxonomy);
    const terms = (await termsOf(services, taxonomy)).filter(({ id }) => selected.has(id));
    return { kind: 'value', value: { taxonomy, terms } };
  },
});
