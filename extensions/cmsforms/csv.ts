// Writes CSV (RFC 4180) that is safe to open in spreadsheet programs.

/** Returns rows of cells as CSV, with CRLF line endings. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');

/**
 * Returns a cell, quoted if necessary. An apostrophe is prepended to cells that begin like a formula, even with full-width characters, but
 * not to numbers, so that spreadsheet programs treat the cells as text.
 */
function toCell(text: string): string {
  const escaped = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) && !isNumber(text) ? `'${text}` : text;
  return /[",\r\n;\t]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
