// Validates the URL to redirect to after signing in. It must be on this site.

/** Maximum length of a redirect URL, in characters. The URL is sent in a response header, and clients limit the size of headers. */
export const maxUrlLength = 2000;

/**
 * Returns the path, query and fragment of a requested URL on this site. Returns undefined if the URL leads to another site, in any
 * notation, contains credentials, or has more than 2000 characters.
 */
export function sameSitePath(requestedUrl: string | null, home: string): string | undefined {
  if (!requestedUrl || requestedUrl.length > maxUrlLength || !URL.canParse(requestedUrl, `${home}/`)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(requestedUrl, `${home}/`);
  const siteUrl = new URL(home);
  // The origin of a `blob:` URL is that of the URL inside it, and its path is a complete URL.
  if (protocol !== siteUrl.protocol || origin !== siteUrl.origin || username !== '' || password !== '')
    return undefined;
  // Browsers read a path that begins with two slashes as the name of another host.
  return pathname.startsWith('//') ? undefined : pathname + search + hash;
}
