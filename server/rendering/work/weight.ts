// Estimates the cost of processing a text in advance. The cost of sanitizing and rendering depends on the number of characters,
// especially those that begin a construct. Counting them gives an upper bound that is the same on every machine.
import { runSync } from '../../workers/steps.ts';

/**
 * Maximum cost per character of sanitizing, rendering and storing a text, in approximate nanoseconds of CPU time on the machine of
 * docs/performance.md (verified by work.test.ts).
 */
const DEFAULT_COST = 70;
const TEXT_COSTS: Readonly<Record<string, number>> = {
  ...{ '<': 8000, '>': 400, '[': 1800, '"': 1200, "'": 1200, '&': 1100, '\n': 1000, ';': 250, ':': 350, '=': 400 },
  ...{ '.': 300, '-': 350, '`': 400, '\\': 350, '(': 300 },
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit, 250])),
};
/** Costs inside tags and comments, where attributes, styles and JSON are parsed but typography does not apply. */
const TAG_COSTS: Readonly<Record<string, number>> = {
  ...{ '<': 8000, '>': 400, '[': 1800, '"': 400, "'": 400, '&': 1100, ';': 250, ':': 350, '=': 1200, '-': 150 },
  ...{ '\\': 350, '(': 300, ',': 2000, '{': 300, '}': 300 },
};

/** Additional costs of a known shortcode and of a block comment, and the cost of an escaped bracket in a block comment. */
const SHORTCODE_COST = 12_000;
const BLOCK_COST = 4000;
const ESCAPED_BRACKET_COST = 12_000;

const [costsInText, costsInTag] = [TEXT_COSTS, TAG_COSTS].map((costs) => {
  const table = new Uint16Array(128).fill(DEFAULT_COST);
  for (const [character, cost] of Object.entries(costs)) table[character.charCodeAt(0)] = cost;
  return table;
}) as [Uint16Array, Uint16Array];

const [LESS_THAN, GREATER_THAN] = [0x3c, 0x3e];

const shortcode = /\[(?:gallery|caption|wp_caption|playlist|audio|video|embed)/g;
const block = /<!--\s+wp:/g;
const escapedBracket = /\\u003c/gi;

/** Returns an upper bound of the cost of a text, in approximate nanoseconds of CPU time. Takes 8 ms per megabyte. */
export const estimateCost = (text: string): number => runSync(estimateCostInSteps(text));

/** Returns the minimum cost of a text by its length. */
export const minCostOf = ({ length }: string): number => length * DEFAULT_COST;

/** Number of characters per step, which takes about 2 ms. */
const STEP_LENGTH = 256 * 1024;

/** Computes the upper bound of the cost in steps, between which the caller may yield to the event loop. */
export function* estimateCostInSteps(text: string): Generator<void, number> {
  let weight = 0;
  let costs = costsInText;
  for (let start = 0; start < text.length; start += STEP_LENGTH) {
    if (start > 0) yield;
    const end = Math.min(text.length, start + STEP_LENGTH);
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at);
      weight += costs[code] ?? DEFAULT_COST;
      if (code === LESS_THAN && beginsTag(text.charCodeAt(at + 1))) costs = costsInTag;
      else if (code === GREATER_THAN) costs = costsInText;
    }
  }
  weight += count(text, '[', shortcode) * SHORTCODE_COST + count(text, '<!--', block) * BLOCK_COST;
  return weight + count(text, '\\u003', escapedBracket) * ESCAPED_BRACKET_COST;
}

/** Whether a character after `<` begins a tag or comment: a letter, `/` or `!`. */
const beginsTag = (code: number): boolean =>
  code === 0x2f || code === 0x21 || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

function count(text: string, hint: string, pattern: RegExp): number {
  return text.includes(hint) ? (text.match(pattern)?.length ?? 0) : 0;
}
