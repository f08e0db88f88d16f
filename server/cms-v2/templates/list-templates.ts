// GET /cms/v2/templates and GET /cms/v2/template-parts: list the stored templates, then the theme files without a stored copy
// (templates-and-styles.md §4).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { findEntry } from '../entries/store.ts';
import { isForType } from './custom-templates.ts';
import type { TemplateOperations } from './operations.ts';
import { findPublishedTemplates } from './store.ts';
import { filesOf, type Template, templateOfEntry, templateOfFile } from './template.ts';

/** Responds with all matching templates, without pagination. */
export function listTemplates(deps: EntryDeps): TemplateOperations['list-templates'] {
  return {
    async run(call) {
      const type = typeOf(deps.contract, call);
      const { cms_id: id, area, post_type: forType } = call.args;
      const all = id === undefined ? await listAll(deps, type) : await findById(deps, type, id);
      const isPart = type.name === 'cms_template_part';
      const rows = all.filter(
        (template) =>
          // If an ID is requested, the area is ignored.
          (!isPart || area === undefined || id !== undefined || template.area === area) &&
          (isPart || !forType || isForType(template, deps.site.theme, forType)),
      );
      return { kind: 'list', rows };
    },
  };
}

async function listAll({ database, site: { theme } }: EntryDeps, type: ContentType): Promise<Template[]> {
  const stored = (await findPublishedTemplates(database.read, type.name, theme.name)).map(templateOfEntry);
  const storedSlugs = new Set(stored.map(({ slug }) => slug));
  const files = [...filesOf(type, theme).values()].filter(({ slug }) => !storedSlugs.has(slug));
  return [...stored, ...files.map((file) => templateOfFile(type, theme, file, undefined))];
}

const listedStatuses = ['auto-draft', 'draft', 'publish'];

/** Returns the stored template with this ID, even if it belongs to another theme; an empty list if there is none or it is trashed. */
async function findById({ database }: EntryDeps, type: ContentType, id: number): Promise<Template[]> {
  const entry = id > 0 ? await findEntry(database.read, type.name, id) : undefined;
  return entry && listedStatuses.includes(entry.status) ? [templateOfEntry(entry)] : [];
}
