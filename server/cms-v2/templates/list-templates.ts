// GET on the collection (templates-and-styles.md §4): stored ones first, then the files whose name is not stored.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { TemplateListArgs } from '../../../contract/shared/templates.ts';
import type { Call, Operation } from '../../http/room.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { findEntry } from '../entries/store.ts';
import { isForType } from './custom.ts';
import { findPublishedTemplates } from './store.ts';
import { filesOf, type Template, templateOfEntry, templateOfFile } from './template.ts';

/** Answers with all templates on one page. */
export function listTemplates(parts: EntryParts): Operation {
  return {
    async run(call: Call<TemplateListArgs>) {
      const type = typeOf(parts.contract, call);
      const { cms_id: number, area, post_type: forType } = call.args;
      const all = number === undefined ? await everyTemplate(parts, type) : await ofNumber(parts, type, number);
      const isPart = type.name === 'cms_template_part';
      const rows = all.filter(
        (template) =>
          // A number is looked for whatever its area is.
          (!isPart || area === undefined || number !== undefined || template.area === area) &&
          (isPart || !forType || isForType(template, parts.theme, forType)),
      );
      return { kind: 'list', rows };
    },
  };
}

async function everyTemplate({ database, theme }: EntryParts, type: ContentType): Promise<Template[]> {
  const stored = (await findPublishedTemplates(database.read, type.name, theme.name)).map(templateOfEntry);
  const names = new Set(stored.map(({ slug }) => slug));
  const files = [...filesOf(type, theme).values()].filter(({ slug }) => !names.has(slug));
  return [...stored, ...files.map((file) => templateOfFile(type, theme, file, undefined))];
}

const shownStates = ['auto-draft', 'draft', 'publish'];

/** The stored one of a number, also of another theme. */
async function ofNumber({ database }: EntryParts, type: ContentType, number: number): Promise<Template[]> {
  const entry = number > 0 ? await findEntry(database.read, type.name, number) : undefined;
  return entry && shownStates.includes(entry.status) ? [templateOfEntry(entry)] : [];
}
