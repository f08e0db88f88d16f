// Validates and formats the URL of a PostgreSQL database.

/**
 * Returns an error message for an invalid URL, or undefined. The message begins with `subject` and does not repeat the URL. `alternative` is the
 * effect of omitting the setting.
 */
export function validateDatabaseUrl(address: string, subject: string, alternative: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(address)) return `${subject} must be a postgres:// URL; omit it ${alternative}.`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // A delimiter in the password moves the rest of the password, and the @ after it, into the path, the query or the fragment.
  const isTruncated = url && (url.hash !== '' || url.pathname.includes('@') || url.search.includes('@'));
  if (url && !isTruncated && decodes(address)) return undefined;
  return `${subject} is not a valid URL; percent-encode the characters : / ? # @ % of the password as %3A %2F %3F %23 %40 %25.`;
}

/** Returns the URLs in a list, separated by commas or spaces. A URL may contain commas, too. */
export const listDatabaseUrls = (text = ''): string[] =>
  text.split(/,\s*(?=postgres(?:ql)?:)|\s+/).filter((each) => each !== '');

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns host, port and name of a database for messages, without user and password. */
export function formatDatabase(address: string): string {
  const { hostname, port, pathname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `${host}:${searchParams.get('port') ?? (port || '5432')}${pathname === '/' ? '' : pathname}`;
}
