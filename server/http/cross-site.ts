// Detects forms that pages of other sites submit.

/** Returns whether a request comes from another site according to its headers. Older browsers do not send these headers. */
export function isCrossSite(
  { origin, host, 'sec-fetch-site': site }: Readonly<Record<string, string | undefined>>,
  home: string,
): boolean {
  if (site === 'cross-site') return true;
  if (origin === undefined || origin === new URL(home).origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
