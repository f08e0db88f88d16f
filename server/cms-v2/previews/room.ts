// The room of addresses at which entries are looked at before they are published.
import type { previewOperations } from '../../../contract/octavo-v1/previews.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { createPreview } from './create-preview.ts';
import { deletePreview } from './delete-preview.ts';
import { listPreviews } from './list-previews.ts';
import { previewRules } from './permissions.ts';
import { previewPresenter } from './present.ts';

/** Joins the room's rules, operations and presenter. */
export function previewsRoom(parts: EntryParts): Room {
  const operations: Record<(typeof previewOperations)[number], Operation> = {
    'list-previews': listPreviews(parts),
    'create-preview': createPreview(parts),
    'delete-preview': deletePreview(parts),
  };
  return { permissions: previewRules(parts), operations, presenter: previewPresenter(parts) };
}
