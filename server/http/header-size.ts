// How long the headers of a response may get: many clients and proxies read 16 KB in all, some no more than 8 KB in one line.

/** The longest value of a header that is made of what somebody has sent. Bytes; values are ASCII. */
export const maxHeaderBytes = 8192;

/** A `Link` header as it is sent; undefined where it is too long, or there is none. */
export const linkWithinLimits = (link: string | undefined): string | undefined =>
  link !== undefined && link.length <= maxHeaderBytes ? link : undefined;
