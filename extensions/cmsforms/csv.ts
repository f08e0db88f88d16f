// Tables as CSV (RFC 4180), safe to be opened by spreadsheet programs.

/** Rows of cells as CSV, the lines ended by CR LF. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** A cell that begins like a formula, also in the wide letters of East Asia, would be calculated where it is opened; a quotation mark before it makes it a text. */
function cellOf(text: string): string {
  const harmless = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) && !isNumber(text) ? `'${text}` : text;
  return /[",\r\n;\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
