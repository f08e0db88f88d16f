// The part of an entry's texts that is indexed for searching. The index takes a row for each different piece of three
// characters of an entry, so what has to be bounded is their number; ordinary prose repeats its pieces.

/** The texts of an entry that searches look in, folded. */
export interface SearchedText {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
}

/** Maximum lengths of the indexed texts, in UTF-16 code units. */
export const maxSearchedLength = { title: 2_000, excerpt: 20_000, content: 200_000 } as const;

/** The maximum number of different pieces of three characters that are indexed for one entry. */
export const maxSearchedPieces = 10_000;

/**
 * Returns the beginning of each text that is indexed: up to its maximum length, and up to the place where the title, the
 * excerpt and the content together have `maxSearchedPieces` different pieces. Never ends within a surrogate pair.
 */
export function indexedText({ title, excerpt, content }: SearchedText): SearchedText {
  const lengths = maxSearchedLength;
  // Few enough characters cannot have too many pieces; nearly all entries end here.
  if (title.length + excerpt.length + content.length <= maxSearchedPieces) {
    if (title.length <= lengths.title) return { title, excerpt, content };
  }
  const pieces = new PieceCounter();
  return {
    title: pieces.beginningOf(title, lengths.title),
    excerpt: pieces.beginningOf(excerpt, lengths.excerpt),
    content: pieces.beginningOf(content, lengths.content),
  };
}

const slots = 1 << 20;

/** Counts different pieces by a hash of each; a few that share one count once. */
class PieceCounter {
  readonly #seen = new Uint32Array(slots / 32);
  #left = maxSearchedPieces;

  /** The beginning of a text with as many pieces as are left, at most `length` code units. */
  beginningOf(text: string, length: number): string {
    const end = Math.min(text.length, length);
    let hash = 0;
    for (let at = 0; at < end; at += 1) {
      // Keeps the last three characters only: each shift moves a character ten bits up, and three make thirty.
      hash = ((hash << 10) ^ text.charCodeAt(at)) & 0x3fffffff;
      if (at < 2) continue;
      const slot = Math.imul(hash, 0x9e3779b1) >>> 12;
      const [word, bit] = [slot >>> 5, 1 << (slot & 31)];
      if (((this.#seen[word] ?? 0) & bit) !== 0) continue;
      if (this.#left === 0) return whole(text, at);
      this.#left -= 1;
      this.#seen[word] = (this.#seen[word] ?? 0) | bit;
    }
    return whole(text, end);
  }
}

/** The first `end` code units, without half a surrogate pair at the end. */
function whole(text: string, end: number): string {
  if (end >= text.length) return text;
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}
