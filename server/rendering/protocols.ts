/** Allowed protocols of URLs in sanitized markup (rendering.md §10 "Addresses"). */
export const allowedProtocols: ReadonlySet<string> = new Set(
  `http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal
  urn`.split(/\s+/),
);

/** Attributes whose value is a URL. */
export const urlAttributes: ReadonlySet<string> = new Set(
  `href src cite action formaction poster longdesc data background usemap classid codebase profile
  xlink:href`.split(/\s+/),
);

/** Whether the value of an attribute is a URL. */
export function isUrlAttribute(attribute: string): boolean {
  return urlAttributes.has(attribute);
}

/**
 * Whether a decoded URL is allowed (rendering.md §10, README decision 11): it has an allowed protocol or none. Letter case and
 * characters that browsers ignore (whitespace and control characters in the protocol) do not matter; a colon after `/`, `?` or
 * `#` does not belong to a protocol (`/x?a=b:c` is harmless).
 */
export function isSafeUrl(url: string): boolean {
  const found = /^([^/?#:]*):/.exec(url);
  if (!found) return true;
  const protocol = (found[1] ?? '').replace(
    /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\ufeff\ufffd]/g,
    '',
  );
  return allowedProtocols.has(protocol.toLowerCase());
}
