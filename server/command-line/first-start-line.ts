// Formats the credentials that the first start of a site prints.
import type { InitializedSite } from '../initialize-site.ts';

/**
 * Returns a line with the generated password of the first administrator, which is printed only once. Returns no line if no
 * password was generated.
 */
export const administratorLines = (first: InitializedSite | undefined): string[] =>
  first?.password === undefined
    ? []
    : [`Created the administrator ${first.administrator} with the password ${first.password} (shown only once).`];

/**
 * Returns the first administrator for the output of `--json`, or null if none was created. The password is null if it was
 * not generated.
 */
export const presentAdministrator = (first: InitializedSite | undefined) =>
  first?.administrator === undefined ? null : { username: first.administrator, password: first.password ?? null };
