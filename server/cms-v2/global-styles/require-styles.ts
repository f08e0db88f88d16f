// Finds global styles by ID.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { findEntry } from '../entries/store.ts';

/** Returns the global styles with this ID. Throws ApiError 404 `rest_global_styles_not_found` if they do not exist. */
export async function requireGlobalStyles(read: ReadHandle, type: ContentType, id: number): Promise<WholeEntry> {
  const entry = await findEntry(read, type.name, id);
  if (!entry) throw new ApiError('rest_global_styles_not_found', 404, 'No global styles with this ID.');
  return entry;
}
