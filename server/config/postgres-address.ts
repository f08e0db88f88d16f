// The address of a PostgreSQL database: whether it can be read, and how it is named without its secrets.

/** What is wrong with an address, as one sentence; undefined where nothing is. The address is not repeated. */
export function faultOfAddress(address: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(address))
    return 'The database must be a postgres:// address; leave it out for the embedded database.';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // A sign that ends the password too early leaves its rest, and the @ behind it, in the path or after it.
  const isTorn = url && (url.hash !== '' || url.pathname.includes('@') || url.search.includes('@'));
  if (url && !isTorn && decodes(address)) return undefined;
  return 'The address of the database cannot be read; write the signs : / ? # @ % of a password as %3A %2F %3F %23 %40 %25.';
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Host, port and name of a database, for people: never the user or the password. */
export function placeOf(address: string): string {
  const { hostname, port, pathname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `${host}:${searchParams.get('port') ?? (port || '5432')}${pathname === '/' ? '' : pathname}`;
}
