// POST on the collection: a template of the site's own (templates-and-styles.md §5).

import type { TemplateArgs } from '../../../contract/shared/templates.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { toSlug } from '../../rendering/slug.ts';
import { peopleLock } from '../entries/claim-entry.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeTemplate, entryArgs, templateParameters } from './compose-template.ts';
import { saveTemplate } from './save-template.ts';
import { templateOfEntry } from './template.ts';

/** Makes a template; answers 201 with it as readers see it. */
export function createTemplate(parts: EntryParts): Operation {
  return {
    async run(call: Call<TemplateArgs>) {
      const type = typeOf(parts.contract, call);
      const slug = toSlug(call.args.slug ?? '');
      const theme = call.args.theme || parts.theme.name;
      const args = entryArgs(call.args);
      const textWork = textWorkOf(parts, call, templateParameters);
      const create = async (tx: WriteHandle) => {
        await tx.share(peopleLock);
        const entry = await composeTemplate({ parts, read: tx, call, type, args, before: undefined, theme, textWork });
        return saveTemplate(parts, tx, type, entry, slug);
      };
      const row = await textWork.complete(() => parts.database.transaction(create));
      return { kind: 'record', row: templateOfEntry(row), status: 201, context: 'view' };
    },
  };
}
