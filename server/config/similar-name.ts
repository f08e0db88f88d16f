// Finds the name that an operator meant when they mistyped it.

/** Maximum number of typing errors. With more, a suggestion is rarely right. */
const maxErrors = 2;

/** Length of a name from which on it may have the maximum number of errors; shorter names may have one. */
const longLength = 8;

/** Returns a sentence that ends with a suggestion if one of the names is similar: `Unknown option --prot; did you mean --port?` */
export function withSuggestion(sentence: string, name: string, names: readonly string[]): string {
  const similar = findSimilarName(name, names);
  return similar === undefined ? `${sentence}.` : `${sentence}; did you mean ${similar}?`;
}

/** Returns the most similar of the names, or undefined if all differ by more than a few inserted, missing, changed or swapped letters. */
export function findSimilarName(name: string, names: readonly string[]): string | undefined {
  // A common prefix does not make names similar.
  const length = name.replace(/^(--|OCTAVO_)/, '').length;
  let best: string | undefined;
  let bestDistance = (length < longLength ? 1 : maxErrors) + 1;
  for (const each of names) {
    const distance = editDistance(name, each);
    if (distance < bestDistance) [best, bestDistance] = [each, distance];
  }
  return best;
}

/** Returns the number of letters that must be inserted, deleted or changed, or swapped with the next one, to turn one text into another. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const candidates = [cell(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, cell(rows, i - 1, j - 1) + (isSame ? 0 : 1)];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) candidates.push(cell(rows, i - 2, j - 2) + 1);
      row.push(Math.min(...candidates));
    }
    rows.push(row);
  }
  return cell(rows, from.length, to.length);
}

const cell = (rows: readonly (readonly number[])[], i: number, j: number): number => rows[i]?.[j] ?? 0;
