// How much work a text is, known before any is done: what filtering and rendering cost grows with the characters of a text
// and with those that begin something, so counting these gives a bound that is the same on every machine.
import { runAtOnce } from '../../workers/steps.ts';

/**
 * What a character costs when a text is filtered, rendered and stored, in about nanoseconds of the processor of the machine
 * that docs/performance.md describes. Of each the most that it costs in any text (work.test.ts).
 */
const USUAL = 70;
const IN_TEXT: Readonly<Record<string, number>> = {
  ...{ '<': 8000, '>': 400, '[': 1800, '"': 1200, "'": 1200, '&': 1100, '\n': 1000, ';': 250, ':': 350, '=': 400 },
  ...{ '.': 300, '-': 350, '`': 400, '\\': 350, '(': 300 },
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit, 250])),
};
/** Inside of tags and comments quotes, line ends and dashes are what they are; attributes, styles and JSON are read. */
const IN_TAG: Readonly<Record<string, number>> = {
  ...{ '<': 8000, '>': 400, '[': 1800, '"': 400, "'": 400, '&': 1100, ';': 250, ':': 350, '=': 1200, '-': 150 },
  ...{ '\\': 350, '(': 300, ',': 2000, '{': 300, '}': 300 },
};

/** What a known shortcode and a block comment cost beyond their bracket, and an escaped bracket in such a comment in all. */
const SHORTCODE = 12_000;
const BLOCK = 4000;
const ESCAPED_BRACKET = 12_000;

const [costsInText, costsInTag] = [IN_TEXT, IN_TAG].map((costs) => {
  const table = new Uint16Array(128).fill(USUAL);
  for (const [character, cost] of Object.entries(costs)) table[character.charCodeAt(0)] = cost;
  return table;
}) as [Uint16Array, Uint16Array];

const [LESS, GREATER] = [0x3c, 0x3e];

const shortcode = /\[(?:gallery|caption|wp_caption|playlist|audio|video|embed)/g;
const block = /<!--\s+wp:/g;
const escapedBracket = /\\u003c/gi;

/** Returns the weight of a text: an upper bound of what it costs, in about nanoseconds of CPU time. Linear, 8 ms for a megabyte. */
export const weightOf = (text: string): number => runAtOnce(weighInSteps(text));

/** The least that a text of a length may weigh. */
export const minWeightOf = ({ length }: string): number => length * USUAL;

/** How much of a text is weighed in one step. Characters: about 2 ms. */
const STEP_LENGTH = 256 * 1024;

/** As `weightOf`, in steps between which others may have their turn. */
export function* weighInSteps(text: string): Generator<void, number> {
  let weight = 0;
  let costs = costsInText;
  for (let start = 0; start < text.length; start += STEP_LENGTH) {
    if (start > 0) yield;
    const end = Math.min(text.length, start + STEP_LENGTH);
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at);
      weight += costs[code] ?? USUAL;
      if (code === LESS && beginsTag(text.charCodeAt(at + 1))) costs = costsInTag;
      else if (code === GREATER) costs = costsInText;
    }
  }
  weight += count(text, '[', shortcode) * SHORTCODE + count(text, '<!--', block) * BLOCK;
  return weight + count(text, '\\u003', escapedBracket) * ESCAPED_BRACKET;
}

/** Whether a character behind `<` makes a tag or comment of it: a letter, `/` or `!`. */
const beginsTag = (code: number): boolean =>
  code === 0x2f || code === 0x21 || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

function count(text: string, hint: string, pattern: RegExp): number {
  return text.includes(hint) ? (text.match(pattern)?.length ?? 0) : 0;
}
