// Tests that everything that renders, sanitizes or stores texts processes adversarial texts in linear time.
// `OCTAVO_BYTES=5000000 npm run linear` measures longer texts and prints the times.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { slowTexts, type TextGenerator } from '../../test/rendering/slow-texts.ts';
import { normalizeBlocks } from './blocks/serialize.ts';
import { generateExcerpt } from './excerpt.ts';
import { fold } from './fold.ts';
import { renderContent, renderExcerpt, renderGeneratedExcerpt, renderTitle } from './render.ts';
import { commentMarkup, descriptionMarkup, entryMarkup, titleMarkup } from './sanitise/allowed-markup.ts';
import { sanitizeFootnotes } from './sanitise/footnotes.ts';
import { sanitizeName, toSingleLineText } from './sanitise/names.ts';
import { sanitize } from './sanitise/sanitise.ts';
import { toSlug } from './slug.ts';

const functions: Readonly<Record<string, (text: string) => unknown>> = {
  renderContent,
  renderExcerpt,
  renderMadeExcerpt: renderGeneratedExcerpt,
  makeExcerpt: generateExcerpt,
  renderTitle,
  'sanitise entry': (text) => sanitize(text, entryMarkup, 'https://example.org/uploads/'),
  'sanitise title': (text) => sanitize(text, titleMarkup),
  'sanitise comment': (text) => sanitize(text, commentMarkup),
  'sanitise description': (text) => sanitize(text, descriptionMarkup),
  footnotesPlain: (text) => sanitizeFootnotes(JSON.stringify([{ id: 'a', content: text }])),
  escapedName: sanitizeName,
  plainText: toSingleLineText,
  toSlug,
  fold,
  normalBlocks: (text) => normalizeBlocks(text, 'quarto'),
};

const bytes = Number(process.env.OCTAVO_BYTES ?? 60_000);
const prints = process.env.OCTAVO_BYTES !== undefined;
/** Maximum CPU time, in milliseconds. It is several times that of the slowest text, so that it holds on any machine. */
const maxMs = 500 + 3000 * (bytes / 1_000_000);
/** Time below which measurements are not compared, in milliseconds. Quadratic functions take longer than most linear ones. */
const minComparedMs = 20;

/** Number of repetitions before a function counts as not linear. In eight, interference can still hide the time of the longer text. */
const maxAttempts = 60;

/**
 * Returns the CPU time of `work`, in milliseconds. Unlike wall-clock time, it does not depend on other processes. Only the sum of user
 * and system time is exact: the kernel divides it by samples.
 */
function cpuTimeOf(work: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  work(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Asserts that a text of four times the length takes less than eight times as long. Compilation and garbage collection interfere, up
 * to ten times the function's own time, so it repeats the measurement if necessary, and compares the fastest runs.
 */
function assertLinear(work: (text: string) => unknown, shape: TextGenerator, name: string): number {
  let whole = cpuTimeOf(work, shape(bytes));
  let quarter = Number.POSITIVE_INFINITY;
  for (let attempt = 0; whole > minComparedMs && attempt < maxAttempts; attempt++) {
    quarter = Math.min(quarter, cpuTimeOf(work, shape(bytes / 4)));
    if (whole < maxMs && whole < 8 * quarter) return whole;
    whole = Math.min(whole, cpuTimeOf(work, shape(bytes)));
  }
  assert.ok(whole <= minComparedMs, `${name}: ${Math.round(whole)} ms for ${bytes} bytes`);
  return whole;
}

describe(`processing ${bytes} bytes takes linear time`, { timeout: 1_200_000 }, () => {
  for (const [what, shape] of Object.entries(slowTexts)) {
    test(what, () => {
      const times = Object.entries(functions).map(([name, work]) => {
        work(shape(2000));
        return `${name} ${Math.round(assertLinear(work, shape, name))}`;
      });
      if (prints) console.log(`${what}: ${times.join(', ')}`);
    });
  }
});
