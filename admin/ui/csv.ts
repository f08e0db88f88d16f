// Formats tables for spreadsheets.

/** Returns rows of cells as CSV (RFC 4180). All cells are quoted. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');

/** Spreadsheets run a cell that begins with one of these characters as a formula, and others choose what cells contain. */
const formula = /^[=+\-@\t\r]/;

const toCell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
