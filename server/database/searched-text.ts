// Limits the text of an entry that is indexed for search. The index has a row for each different trigram of an entry, so
// their number has to be bounded; ordinary prose repeats its trigrams.

/** The case-folded texts of an entry that can be searched. */
export interface SearchedText {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
}

/** Maximum lengths of the indexed texts, in UTF-16 code units. */
export const maxSearchedLength = { title: 2_000, excerpt: 20_000, content: 200_000 } as const;

/** Maximum number of different trigrams that are indexed for one entry. */
export const maxSearchedPieces = 10_000;

/**
 * Returns the indexed beginning of each text: up to its maximum length, and up to the position at which the title, the excerpt
 * and the content together have `maxSearchedPieces` different trigrams. Never splits a surrogate pair.
 */
export function indexedText({ title, excerpt, content }: SearchedText): SearchedText {
  const lengths = maxSearchedLength;
  // A short text cannot have too many trigrams; this is the case for nearly all entries.
  if (title.length + excerpt.length + content.length <= maxSearchedPieces) {
    if (title.length <= lengths.title) return { title, excerpt, content };
  }
  const trigrams = new TrigramCounter();
  return {
    title: trigrams.beginningOf(title, lengths.title),
    excerpt: trigrams.beginningOf(excerpt, lengths.excerpt),
    content: trigrams.beginningOf(content, lengths.content),
  };
}

const hashSlots = 1 << 20;

/** A counter of different trigrams by hash; trigrams that share a hash, which are rare, count once. */
class TrigramCounter {
  readonly #seen = new Uint32Array(hashSlots / 32);
  #left = maxSearchedPieces;

  /** Returns the beginning of a text with at most the remaining number of trigrams and at most `length` code units. */
  beginningOf(text: string, length: number): string {
    const end = Math.min(text.length, length);
    let hash = 0;
    for (let at = 0; at < end; at += 1) {
      // Contains only the last three characters: each shift moves a character up by ten bits of thirty.
      hash = ((hash << 10) ^ text.charCodeAt(at)) & 0x3fffffff;
      if (at < 2) continue;
      const slot = Math.imul(hash, 0x9e3779b1) >>> 12;
      const [word, bit] = [slot >>> 5, 1 << (slot & 31)];
      if (((this.#seen[word] ?? 0) & bit) !== 0) continue;
      if (this.#left === 0) return truncate(text, at);
      this.#left -= 1;
      this.#seen[word] = (this.#seen[word] ?? 0) | bit;
    }
    return truncate(text, end);
  }
}

/** Returns the first `end` code units, without half a surrogate pair at the end. */
function truncate(text: string, end: number): string {
  if (end >= text.length) return text;
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}
