import fc from 'fast-check';
import { attackSeeds } from './attack-seeds.ts';

const seeds = Object.values(attackSeeds).flat();
/** Fragments of the attacks: incomplete tags, words, single characters. */
const fragments = [...new Set(seeds.flatMap((seed) => seed.match(/<[^<>\s]*|\s+|[^<>\s"]+|[<>"]/g) ?? []))];
const specialCharacters = [
  '\0',
  '\t',
  '\n',
  '\f',
  '\r',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\ud800',
  '\udc00',
  '"',
  "'",
  '`',
  '<',
  '>',
  '/',
  '=',
];
const wrappers = [
  ['<svg>', '</svg>'],
  ['<math><mtext>', '</mtext></math>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['<table>', '</table>'],
  ['<select><option>', '</select>'],
  ['<template>', '</template>'],
  ['<noscript>', '</noscript>'],
  ['<textarea>', '</textarea>'],
  ['<style>', '</style>'],
  ['<p title="', '">'],
  ["<p title='", "'>"],
  ['<p title=', '>'],
  ['<a href="', '">x</a>'],
  ['<p style="', '">x</p>'],
  ['<!--', '-->'],
  ['<!-- wp:a {"b":"', '"} /-->'],
  ['<!-- wp:group --><div class="', '">x</div><!-- /wp:group -->'],
  ['[caption width=5 caption="', '"]<img src=x>[/caption]'],
  ['[embed]', '[/embed]'],
  ['<pre>', '</pre>'],
] as const;

/** A mutation of a string. Positions are relative to the length of the string, so that each mutation applies to any string. */
type Mutation = (text: string) => string;

const position = fc
  .nat({ max: 1000 })
  .map((thousandths) => (text: string) => Math.floor((thousandths / 1000) * text.length));
const range = fc.tuple(position, fc.nat({ max: 12 }));

const encodeCharacter = (text: string, form: number) => {
  const code = text.codePointAt(0);
  if (code === undefined) return '';
  return (
    [
      `&#${code};`,
      `&#x${code.toString(16)};`,
      `&#${code}`,
      `&#000${code};`,
      `\\u${code.toString(16).padStart(4, '0')}`,
    ][form] ?? text
  );
};

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(position, fc.constantFrom(...fragments, ...specialCharacters)).map(
    ([at, fragment]) =>
      (text: string) =>
        text.slice(0, at(text)) + fragment + text.slice(at(text)),
  ),
  range.map(
    ([at, length]) =>
      (text: string) =>
        text.slice(0, at(text)) + text.slice(at(text) + length),
  ),
  range.map(
    ([at, length]) =>
      (text: string) =>
        text.slice(0, at(text) + length) + text.slice(at(text)),
  ),
  range.map(
    ([at, length]) =>
      (text: string) =>
        text.slice(0, at(text)) + text.slice(at(text), at(text) + length).toUpperCase() + text.slice(at(text) + length),
  ),
  fc.tuple(position, fc.nat({ max: 4 })).map(
    ([at, form]) =>
      (text: string) =>
        text.slice(0, at(text)) + encodeCharacter(text.slice(at(text)), form) + text.slice(at(text) + 1),
  ),
  fc.tuple(position, position, fc.constantFrom(...seeds)).map(
    ([at, other, seed]) =>
      (text: string) =>
        text.slice(0, at(text)) + seed.slice(other(seed)) + text.slice(at(text)),
  ),
  fc.constantFrom(...wrappers).map(
    ([before, after]) =>
      (text: string) =>
        before + text + after,
  ),
);

/** Known attacks with up to six mutations: cut, duplicated, joined, encoded, or wrapped. */
export const mutatedAttack: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...seeds), fc.array(mutation, { maxLength: 6 }))
  .map(([seed, mutations]) => mutations.reduce((text, mutate) => mutate(text), seed));
