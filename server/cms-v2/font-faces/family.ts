// The family that the address of faces names.
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Call, numberIn } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findEntry } from '../entries/store.ts';

/** Throws Refusal 404 `rest_post_invalid_parent` where there is no such family. */
export async function requireFamily(read: ReadHandle, id: number): Promise<void> {
  if (id === 0 || !(await findEntry(read, fontFamilies.name, id)))
    throw new Refusal('rest_post_invalid_parent', 404, 'There is no font family of this number.');
}

/** Throws Refusal 404 `rest_post_invalid_parent`, `rest_font_face_parent_id_mismatch` where it has not the face. */
export async function requireFamilyOf(read: ReadHandle, { path }: Call, { parent }: WholeEntry): Promise<void> {
  const family = numberIn(path.font_family_id);
  if (family === parent) return;
  await requireFamily(read, family);
  throw new Refusal('rest_font_face_parent_id_mismatch', 404, 'The font family has no face of this number.');
}
