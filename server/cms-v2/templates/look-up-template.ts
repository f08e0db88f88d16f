// GET on the look-up (templates-and-styles.md §6): the template that would show something. Parts have none: under their
// address templates are looked up, too.
import type { LookUpArgs } from '../../../contract/shared/templates.ts';
import type { Call, Operation } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { slugsTried } from './slugs-tried.ts';
import { findTemplatesOfSlugs } from './store.ts';
import { templateOfEntry, templateOfFile } from './template.ts';

/** Answers with the first of the templates tried that is not empty, or with an empty object. */
export function lookUpTemplate({ contract, database, theme }: EntryParts): Operation {
  const type = contract.types.get('cms_template');
  if (!type) throw new Error('templates are declared by the contract');
  return {
    async run({ args }: Call<LookUpArgs>) {
      const tried = slugsTried(args, contract);
      const rows = await findTemplatesOfSlugs(database.read, type.name, theme.name, tried);
      const stored = new Map(rows.filter(({ status }) => status === 'publish').map((row) => [row.slug, row]));
      for (const slug of tried) {
        const entry = stored.get(slug);
        const file = theme.templates.get(slug);
        const row = entry ? templateOfEntry(entry) : file && templateOfFile(type, theme, file, undefined);
        if (row && row.content !== '') return { kind: 'record', row, context: 'view' };
      }
      return { kind: 'value', value: {} };
    },
  };
}
