// Limits the headers of responses: many clients and proxies accept 16 KB in total, some only 8 KB per line.

/** Maximum length, in bytes, of a header value that contains submitted data. Values are ASCII. */
const maxHeaderBytes = 8192;

/** Returns a `Link` header, or undefined if it is too long. */
export const linkWithinLimits = (link: string | undefined): string | undefined =>
  link !== undefined && link.length <= maxHeaderBytes ? link : undefined;
