// Parses the search parameter (posts-and-pages.md §14, Search).

/** Words and phrases that must occur, and those that must not occur. They are not folded. */
export interface SearchWords {
  readonly required: readonly string[];
  readonly excluded: readonly string[];
  /** The whole text, which is compared with texts to rank matches by relevance. */
  readonly whole: string;
}

const commonWords = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** Maximum number of words; a search with more looks for the whole text as one phrase. */
const maxWords = 9;

/**
 * Splits a search at white space and commas. `"…"` is a phrase; a leading hyphen excludes a word. Single letters (a to z),
 * single hyphens and very common words are ignored. If nothing is left, or there are too many words, the whole text is one phrase. Returns
 * undefined for a blank text.
 */
export function searchWords(text: string): SearchWords | undefined {
  const whole = text.trim();
  if (whole === '') return undefined;
  const required: string[] = [];
  const excluded: string[] = [];
  for (const [, phrase, bare = ''] of whole.matchAll(/"([^"]*)"?|([^\s,"]+)/g)) {
    const isExcluded = phrase === undefined && bare.startsWith('-');
    const word = (phrase ?? (isExcluded ? bare.slice(1) : bare)).trim();
    if (word === '' || (phrase === undefined && isIgnored(word))) continue;
    (isExcluded ? excluded : required).push(word);
  }
  const found = required.length + excluded.length;
  return found === 0 || found > maxWords ? { required: [whole], excluded: [], whole } : { required, excluded, whole };
}

const isIgnored = (word: string) => /^([a-z]|-)$/i.test(word) || commonWords.has(word.toLowerCase());
