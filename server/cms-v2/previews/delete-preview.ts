// DELETE on a preview.
import type { Operation } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { TakenBack } from './permissions.ts';
import { removePreview } from './store.ts';

/** Takes a preview back: its address shows nothing from now on. */
export function deletePreview(parts: EntryParts): Operation {
  return {
    async run(_call, { preview, row, type }: TakenBack) {
      await parts.database.transaction((tx) => removePreview(tx, preview.id));
      return { kind: 'deleted', previous: { preview, shown: { row, type } }, context: 'view' };
    },
  };
}
