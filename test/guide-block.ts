// Reads configuration blocks of guides, so that tests run other programs with the configuration that operators copy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { codeBlocksOf } from './follow-page.ts';

/**
 * Returns the first block of a language in a page of docs/, with replaced texts, such as ports and paths. Asserts that the block exists and
 * contains each of these texts exactly once.
 */
export function guideBlock(page: string, language: string, replacements: Readonly<Record<string, string>>): string {
  const found = codeBlocksOf(readFileSync(page, 'utf8')).find((block) => block.language === language);
  assert.ok(found !== undefined, `${page} has no block of the language ${language}`);
  let { text } = found;
  for (const [from, to] of Object.entries(replacements)) {
    const parts = text.split(from);
    assert.equal(parts.length, 2, `${page} contains ${JSON.stringify(from)} ${parts.length - 1} times`);
    text = parts.join(to);
  }
  return text;
}
