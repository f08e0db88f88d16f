// POST on the collection: a template of the site's own (templates-and-styles.md §5).
import type { TemplateArgs } from '../../../contract/shared/templates.ts';
import type { Call, Operation } from '../../http/room.ts';
import { toSlug } from '../../rendering/slug.ts';
import { peopleLock } from '../entries/claim-entry.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { composeTemplate, entryArgs } from './compose-template.ts';
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
      const row = await parts.database.transaction(async (tx) => {
        await tx.share(peopleLock);
        const entry = await composeTemplate({ parts, read: tx, call, type, args, before: undefined, theme });
        return saveTemplate(parts, tx, type, entry, slug);
      });
      return { kind: 'record', row: templateOfEntry(row), status: 201, context: 'view' };
    },
  };
}
