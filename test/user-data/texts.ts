// Generates user texts that equal or contain names of the contract in either spelling.
import fc, { type Arbitrary } from 'fast-check';
import { headerPrefix, names, relationPrefix, rootRelation } from '../../contract/names/table.ts';

/** Both spellings of the names that differ between the mounts. */
export const bothSpellings: readonly string[] = names.flat();

/** Returns the names, in both spellings, that match a pattern. */
export const namesLike = (pattern: RegExp): string[] => bothSpellings.filter((name) => pattern.test(name));

const name = fc.constantFrom(...bothSpellings);

/** Generates texts that look like header names, link relations and URLs of a mount. */
const lookalikes = fc.constantFrom(
  ...headerPrefix.map((prefix) => `${prefix}Total`),
  ...relationPrefix.map((prefix) => `${prefix}:term`),
  ...rootRelation,
);

const pair = fc.tuple(name, name);

/** Generates lines of text without markup and without white space at both ends. */
export const line: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: name },
  {
    weight: 3,
    arbitrary: fc
      .tuple(pair, fc.constantFrom(',', ', ', ' , ', ' ', '/', '-'))
      .map(([two, separator]) => two.join(separator)),
  },
  { weight: 2, arbitrary: pair.map(([one, other]) => `What ${one} means, in short: ${other}.`) },
  { weight: 1, arbitrary: lookalikes },
);

/** Generates content as users write it: lines, block markup, HTML and JSON. */
export const markup: Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: line },
  {
    weight: 1,
    arbitrary: pair.map(
      ([one, other]) => `<!-- wp:${one} {"${one}":"${other}"} -->\n<p>${other}</p>\n<!-- /wp:${one} -->`,
    ),
  },
  {
    weight: 1,
    arbitrary: pair.map(([one, other]) => `<p id="${one}" class="${other}"><a href="/wp-json/${one}">${other}</a></p>`),
  },
  { weight: 1, arbitrary: pair.map(([one, other]) => JSON.stringify({ [one]: other, type: one, taxonomy: [other] })) },
);

/** Generates objects with names as keys, for schemas without declared properties. */
export const freeObject: Arbitrary<object> = fc.dictionary(
  name,
  fc.oneof(
    line,
    fc.array(line, { maxLength: 2 }),
    fc.dictionary(name, line, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
  ),
  { minKeys: 1, maxKeys: 3, noNullPrototype: true },
);
