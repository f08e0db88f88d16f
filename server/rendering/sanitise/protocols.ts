/** The protocols an address in filtered markup may have (rendering.md §10 "Addresses"). */
export const protocols: ReadonlySet<string> = new Set(
  `http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal
  urn`.split(/\s+/),
);

/** The attributes that hold an address. */
export const addresses: ReadonlySet<string> = new Set(
  `href src cite action formaction poster longdesc data background usemap classid codebase profile
  xlink:href`.split(/\s+/),
);

/** Whether an attribute holds an address, so that its protocol matters. */
export function isAddress(attribute: string): boolean {
  return addresses.has(attribute);
}

/**
 * Whether a decoded address may stay (rendering.md §10, README decision 11): it names an allowed protocol or none. What
 * a browser ignores (white space and control characters anywhere in the protocol) and letter case make no
 * difference; a colon behind `/`, `?` or `#` belongs to the path (`/x?a=b:c` is harmless).
 */
export function isSafeAddress(address: string): boolean {
  const found = /^([^/?#:]*):/.exec(address);
  if (!found) return true;
  const protocol = (found[1] ?? '').replace(
    /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\ufeff\ufffd]/g,
    '',
  );
  return protocols.has(protocol.toLowerCase());
}
