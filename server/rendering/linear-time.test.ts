// Texts made to be slow: each takes time in proportion to its length in everything that reads, filters or stores texts.
// `OCTAVO_BYTES=5000000 npm run linear` measures long ones and prints what each takes.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { normalBlocks } from './blocks/serialize.ts';
import { makeExcerpt } from './excerpt.ts';
import { fold } from './fold.ts';
import { renderContent, renderExcerpt, renderMadeExcerpt, renderTitle } from './render.ts';
import { commentMarkup, descriptionMarkup, entryMarkup, titleMarkup } from './sanitise/allowed-markup.ts';
import { footnotesPlain } from './sanitise/footnotes.ts';
import { escapedName, plainText } from './sanitise/names.ts';
import { sanitise } from './sanitise/sanitise.ts';
import { type Shape, shapes } from './shapes-for-tests.ts';
import { toSlug } from './slug.ts';

const works: Readonly<Record<string, (text: string) => unknown>> = {
  renderContent,
  renderExcerpt,
  renderMadeExcerpt,
  makeExcerpt,
  renderTitle,
  'sanitise entry': (text) => sanitise(text, entryMarkup, 'https://example.org/uploads/'),
  'sanitise title': (text) => sanitise(text, titleMarkup),
  'sanitise comment': (text) => sanitise(text, commentMarkup),
  'sanitise description': (text) => sanitise(text, descriptionMarkup),
  footnotesPlain: (text) => footnotesPlain(JSON.stringify([{ id: 'a', content: text }])),
  escapedName,
  plainText,
  toSlug,
  fold,
  normalBlocks: (text) => normalBlocks(text, 'quarto'),
};

const bytes = Number(process.env.OCTAVO_BYTES ?? 120_000);
const prints = process.env.OCTAVO_BYTES !== undefined;
/** What a text may take, in milliseconds of the processor: several times what the slowest takes, to be true on any machine. */
const longest = 500 + 3000 * (bytes / 1_000_000);
/** What is too short to be compared. */
const shortest = 80;

/** The time of the processor in milliseconds, which other work on the machine does not change. */
function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  work(text);
  return process.cpuUsage(before).user / 1000;
}

/** Four times the length takes less than eight times as long; measured again when a collection of garbage came between. */
function assertLinear(work: (text: string) => unknown, shape: Shape, name: string): number {
  let whole = timeOf(work, shape(bytes));
  for (let tries = 0; whole > shortest && tries < 4; tries++) {
    const quarter = timeOf(work, shape(bytes / 4));
    if (whole < longest && whole < 8 * quarter) return whole;
    whole = timeOf(work, shape(bytes));
  }
  assert.ok(whole <= shortest, `${name}: ${Math.round(whole)} ms for ${bytes} bytes`);
  return whole;
}

describe(`${bytes} bytes take time in proportion`, { timeout: 1_200_000 }, () => {
  for (const [what, shape] of Object.entries(shapes)) {
    test(what, () => {
      const times = Object.entries(works).map(([name, work]) => {
        work(shape(2000));
        return `${name} ${Math.round(assertLinear(work, shape, name))}`;
      });
      if (prints) console.log(`${what}: ${times.join(', ')}`);
    });
  }
});
