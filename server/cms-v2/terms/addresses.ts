// Public addresses of terms (terms-menus-and-blocks.md §1.1, link).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';

/** Where the entries of a term are listed: below the site's front by its path. */
export const termAddress = ({ path }: { readonly path: string }, taxonomy: Taxonomy | undefined, front: string) =>
  front + (taxonomy?.address ?? '').replace('{path}', path);
