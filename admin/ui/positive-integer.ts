// Parses IDs and page numbers in URLs.

/** Returns the positive integer that a text stands for; undefined if it stands for none. */
export function positiveIntegerOf(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
