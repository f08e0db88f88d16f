const combiningMark = /\p{M}/gu;
const beyondAscii = /[^\u0000-\u007f]/;

/** Letters without a Unicode decomposition into a base letter and a combining mark. */
const letterReplacements: ReadonlyMap<string, string> = new Map(
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
 * Returns the key by which text is sorted and searched (posts-and-pages.md §14, search and order). It is in lower case, without
 * accents and other marks, and letters such as `ß æ ø ł đ` are replaced. It is the same on both database engines and in every locale.
 * The function is idempotent and never truncates.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!beyondAscii.test(lower)) return lower;
  // Marks are removed first, because normalization sorts long runs of them in quadratic time.
  const replaced = replaceSpecialLetters(lower.replace(combiningMark, ''));
  const bare = replaced.normalize('NFKD').replace(combiningMark, '').toLowerCase();
  return replaceSpecialLetters(bare).normalize('NFKD').replace(combiningMark, '');
}

const replaceSpecialLetters = (text: string) =>
  text.replace(specialLetter, (letter) => letterReplacements.get(letter) ?? letter);
