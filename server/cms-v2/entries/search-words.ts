// What a search asks for (posts-and-pages.md §14, Search).

/** Words and phrases that must occur, and those that must not; as sent, not folded. */
export interface SearchWords {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
  /** The whole text, which relevance looks for as it is. */
  readonly whole: string;
}

const common = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** A search of more words than this looks for the whole text as one phrase. */
const mostWords = 9;

/**
 * Splits a search at blanks and commas; `"…"` keeps a phrase, a leading hyphen asks for a word not to occur. Single
 * letters, lone hyphens and the commonest words are passed over. Where nothing is left, or too many words, the whole
 * text is one phrase. Undefined for a text without anything to look for.
 */
export function searchWords(text: string): SearchWords | undefined {
  const whole = text.trim();
  if (whole === '') return undefined;
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const [, phrase, bare = ''] of whole.matchAll(/"([^"]*)"?|([^\s,"]+)/g)) {
    const minus = phrase === undefined && bare.startsWith('-');
    const word = (phrase ?? (minus ? bare.slice(1) : bare)).trim();
    if (word === '' || (phrase === undefined && isPassedOver(word))) continue;
    (minus ? unwanted : wanted).push(word);
  }
  const found = wanted.length + unwanted.length;
  return found === 0 || found > mostWords ? { wanted: [whole], unwanted: [], whole } : { wanted, unwanted, whole };
}

const isPassedOver = (word: string) => /^([a-z]|-)$/i.test(word) || common.has(word.toLowerCase());
