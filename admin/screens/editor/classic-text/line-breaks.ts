// Line breaks of texts that are edited in text areas.

/** Returns the text of a text area, whose line breaks are LF, with CRLF if the text had CRLF before. */
export const withLineBreaksOf = (before: string, text: string): string =>
  before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
