// GET /cms/v2/templates/lookup: returns the template that would render a page (templates-and-styles.md §6). GET
// /cms/v2/template-parts/lookup is equivalent; it returns templates, too.
import type { EntryDeps } from '../entries/deps.ts';
import type { TemplateOperations } from './operations.ts';
import { findTemplatesBySlugs } from './store.ts';
import { templateOfEntry, templateOfFile } from './template.ts';
import { templateHierarchy } from './template-hierarchy.ts';

/** Responds with the first template of the hierarchy that is not empty, or with an empty object if there is none. */
export function lookUpTemplate({ contract, database, site }: EntryDeps): TemplateOperations['look-up-template'] {
  const { theme } = site;
  const type = contract.types.get('cms_template');
  if (!type) throw new Error('content type cms_template is not registered');
  return {
    async run({ args }) {
      const slugs = templateHierarchy(args, contract);
      const rows = await findTemplatesBySlugs(database.read, type.name, theme.name, slugs);
      const stored = new Map(rows.filter(({ status }) => status === 'publish').map((row) => [row.slug, row]));
      for (const slug of slugs) {
        const entry = stored.get(slug);
        const file = theme.templates.get(slug);
        const row = entry ? templateOfEntry(entry) : file && templateOfFile(type, theme, file, undefined);
        if (row && row.content !== '') return { kind: 'record', row, context: 'view' };
      }
      return { kind: 'value', value: {} };
    },
  };
}
