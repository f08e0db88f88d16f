// POST /cms/v2/templates and POST /cms/v2/template-parts: create a template (templates-and-styles.md §5).

import type { WriteHandle } from '../../database/handle.ts';
import { toSlug } from '../../rendering/slug.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeTemplate, templateParameters, toEntryArgs } from './compose-template.ts';
import type { TemplateOperations } from './operations.ts';
import { saveNewTemplate } from './save-new-template.ts';
import { templateOfEntry } from './template.ts';

/** Creates a template and responds 201 with it in the view context. */
export function createTemplate(deps: EntryDeps): TemplateOperations['create-template'] {
  return {
    async run(call) {
      const type = typeOf(deps.contract, call);
      const slug = toSlug(call.args.slug ?? '');
      const theme = call.args.theme || deps.site.theme.name;
      const args = toEntryArgs(call.args);
      const textWork = textWorkOf(deps.texts, call, templateParameters);
      const create = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        const entry = await composeTemplate({ deps, read: tx, call, type, before: undefined, textWork }, args, theme);
        return saveNewTemplate(deps, tx, type, entry, slug);
      };
      const row = await textWork.complete(() => deps.database.transaction(create));
      return { kind: 'record', row: templateOfEntry(row), status: 201, context: 'view' };
    },
  };
}
