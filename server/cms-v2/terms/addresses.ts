// Public addresses of terms (terms-menus-and-blocks.md §1.1, link).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { nativeSpelling, type Spelling } from '../../../contract/names/spelling.ts';

/** Returns where the entries of a term are listed: below the site's front by its path, names spelled as the mount spells them. */
export const termAddress = (
  { path }: { readonly path: string },
  taxonomy: Taxonomy | undefined,
  front: string,
  spelling: Spelling = nativeSpelling,
): string => front + spelling.path(taxonomy?.address ?? '').replace('{path}', () => path);
