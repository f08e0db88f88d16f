// The rules that the routes of previews name: who may change an entry may let others look at it.

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { previewPermissions } from '../../../contract/octavo-v1/previews.ts';
import { type Call, numberIn, type Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { EntryParts } from '../entries/parts.ts';
import { previewMoment } from '../entries/preview.ts';
import type { EntryRow } from '../entries/rows.ts';
import { denials, mayEdit, passes } from '../entries/rules.ts';
import { findEntryOfAnyType } from '../entries/store.ts';
import { findPreview, type PreviewRow } from './store.ts';

/** An entry that can be looked at by itself. */
export interface Shown {
  readonly row: EntryRow;
  readonly type: ContentType;
}

/** What is to be taken back, and of what. */
export interface TakenBack extends Shown {
  readonly preview: PreviewRow;
}

/** The entry of a number. Throws Refusal 404 `rest_post_invalid_id`. */
export async function requireShown({ contract, database }: EntryParts, id: number): Promise<Shown> {
  const row = id > 0 ? await findEntryOfAnyType(database.read, id) : undefined;
  const type = row && contract.types.get(row.type);
  if (!row || type?.servedAs !== 'entries' || !type.hasPages)
    throw new Refusal('rest_post_invalid_id', 404, 'There is no entry of this number that has a page.');
  return { row, type };
}

/** The rules by the names that declarations use. */
export function previewRules(parts: EntryParts): Record<(typeof previewPermissions)[number], Permission> {
  const permit: Permission['permit'] = ({ actor }, subject) => {
    const { row, type } = subject as Shown;
    return passes(mayEdit, actor, type, row) ? undefined : denials.edit;
  };
  const ofEntry: Permission = { load: ({ args }: Call) => requireShown(parts, Number(args.entry)), permit };
  return {
    'list-previews': ofEntry,
    'create-preview': ofEntry,
    'delete-preview': {
      load: async ({ path }): Promise<TakenBack> => {
        const preview = await findPreview(parts.database.read, numberIn(path.id));
        if (!preview || preview.expires <= previewMoment(parts))
          throw new Refusal('rest_preview_invalid_id', 404, 'There is no preview of this number.');
        return { preview, ...(await requireShown(parts, preview.entry_id)) };
      },
      permit,
    },
  };
}
