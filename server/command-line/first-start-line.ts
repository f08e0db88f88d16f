// Formats the output of a first start.
import type { InitializedSite } from '../initialize-site.ts';

/**
 * Returns the line with the generated password of a new administrator, which is printed only once; none without such a
 * password.
 */
export const administratorLines = (first: InitializedSite | undefined): string[] =>
  first?.password === undefined
    ? []
    : [`Created the administrator ${first.administrator} with the password ${first.password} (shown only once).`];
