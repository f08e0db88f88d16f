// Counts the rows of exported submissions.

/** Returns the number of rows of a CSV file below its head, and the ID in the first column of the last one; 0 if there is none. */
export function readCsvRows(csv: string): { readonly count: number; readonly lastId: number } {
  const starts: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv.charCodeAt(at);
    // Quotes in a quoted cell are doubled, so an odd number of them begins or ends one.
    if (character === 0x22) isQuoted = !isQuoted;
    else if (character === 0x0a && !isQuoted && at + 1 < csv.length) starts.push(at + 1);
  }
  return { count: starts.length, lastId: Number.parseInt(csv.slice(starts.at(-1) ?? csv.length), 10) || 0 };
}
