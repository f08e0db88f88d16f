import fc from 'fast-check';
import { attackSeeds } from './attack-seeds-for-tests.ts';

const seeds = Object.values(attackSeeds).flat();
/** Pieces of the attacks: tags without their end, runs of words, single signs. */
const shards = [...new Set(seeds.flatMap((seed) => seed.match(/<[^<>\s]*|\s+|[^<>\s"]+|[<>"]/g) ?? []))];
const signs = [
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
const wrappings = [
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

/** A change to a text, at places told as parts of its length so that a change fits every text. */
type Mutation = (text: string) => string;

const place = fc.nat({ max: 1000 }).map((parts) => (text: string) => Math.floor((parts / 1000) * text.length));
const range = fc.tuple(place, fc.nat({ max: 12 }));

const reference = (text: string, form: number) => {
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
  fc.tuple(place, fc.constantFrom(...shards, ...signs)).map(
    ([at, shard]) =>
      (text: string) =>
        text.slice(0, at(text)) + shard + text.slice(at(text)),
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
  fc.tuple(place, fc.nat({ max: 4 })).map(
    ([at, form]) =>
      (text: string) =>
        text.slice(0, at(text)) + reference(text.slice(at(text)), form) + text.slice(at(text) + 1),
  ),
  fc.tuple(place, place, fc.constantFrom(...seeds)).map(
    ([at, other, seed]) =>
      (text: string) =>
        text.slice(0, at(text)) + seed.slice(other(seed)) + text.slice(at(text)),
  ),
  fc.constantFrom(...wrappings).map(
    ([before, after]) =>
      (text: string) =>
        before + text + after,
  ),
);

/** Attacks as they are known, changed in up to six ways: cut, doubled, joined, encoded, put inside something else. */
export const mutatedAttack: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...seeds), fc.array(mutation, { maxLength: 6 }))
  .map(([seed, mutations]) => mutations.reduce((text, mutate) => mutate(text), seed));
