const mark = /\p{M}/gu;
const beyondAscii = /[^\u0000-\u007f]/;

/** Letters that do not come apart into a plain letter and a mark. */
const special: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    ẞ: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ħ: 'h',
    ı: 'i',
    ĳ: 'ij',
    ĸ: 'k',
    ŀ: 'l',
    ŉ: 'n',
    ŋ: 'n',
    ŧ: 't',
    ſ: 's',
    ς: 'σ',
  }),
);
const specialLetter = /[ßẞæœøłđðþħıĳĸŀŉŋŧſς]/g;

/**
 * The key by which text is ordered and searched, the same on both database engines and in every locale: lower case,
 * without accents and other marks, letters such as `ß æ ø ł đ` spelt out (posts-and-pages.md §14, search and order).
 * `fold(fold(x))` is `fold(x)`; the key grows with the text only, it is never cut.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!beyondAscii.test(lower)) return lower;
  // Marks go first: normalising puts long runs of them in order, which takes time that grows with the square.
  const spelt = spell(lower.replace(mark, ''));
  const bare = spelt.normalize('NFKD').replace(mark, '').toLowerCase();
  return spell(bare).normalize('NFKD').replace(mark, '');
}

const spell = (text: string) => text.replace(specialLetter, (letter) => special.get(letter) ?? letter);
