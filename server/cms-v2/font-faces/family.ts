// Checks the font family in the path of font face routes.
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Call, parseId } from '../../http/module.ts';
import { findEntry } from '../entries/store.ts';
import type { FaceRow } from './store.ts';

/** Throws ApiError 404 `rest_post_invalid_parent` if the family does not exist. */
export async function requireFamily(read: ReadHandle, id: number): Promise<void> {
  if (id === 0 || !(await findEntry(read, fontFamilies.name, id)))
    throw new ApiError('rest_post_invalid_parent', 404, 'No font family with this ID.');
}

/**
 * Throws ApiError 404 if the face does not belong to the family in the path: `rest_post_invalid_parent` if that family does not
 * exist, else `rest_font_face_parent_id_mismatch`.
 */
export async function requireFamilyOf(
  read: ReadHandle,
  { path }: Pick<Call, 'path'>,
  { parent }: FaceRow,
): Promise<void> {
  const family = parseId(path.font_family_id);
  if (family === parent) return;
  await requireFamily(read, family);
  throw new ApiError('rest_font_face_parent_id_mismatch', 404, 'The font family has no face with this ID.');
}
