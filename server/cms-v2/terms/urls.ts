// Creates the public URLs of terms (terms-menus-and-blocks.md §1.1, link).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { nativeSpelling, type Spelling } from '../../../contract/names/spelling.ts';

/** Returns the URL of the archive page of a term, in the spelling of the mount. */
export const termUrl = (
  { path }: { readonly path: string },
  taxonomy: Taxonomy | undefined,
  front: string,
  spelling: Spelling = nativeSpelling,
): string => front + spelling.path(taxonomy?.address ?? '').replace('{path}', () => path);
