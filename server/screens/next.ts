// Where somebody goes after signing in: to a page of this site, and nowhere else.

/** The longest address that somebody is led to: encoded in a header, it must not be longer than clients read. Characters. */
export const maxAddressLength = 2000;

/**
 * The path, query and fragment of an address that is wished for, where it is one of the same site; undefined where it leads
 * elsewhere, whatever it looks like, and where it is longer than 2000 characters.
 */
export function ownAddress(wished: string | null, home: string): string | undefined {
  if (!wished || wished.length > maxAddressLength || !URL.canParse(wished, `${home}/`)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(wished, `${home}/`);
  const own = new URL(home);
  // The origin of `blob:` addresses is that of what they hold, and their path a whole address.
  if (protocol !== own.protocol || origin !== own.origin || username !== '' || password !== '') return undefined;
  // Two slashes at the beginning would be read as the name of another host.
  return pathname.startsWith('//') ? undefined : pathname + search + hash;
}
