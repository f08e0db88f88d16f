// The most expensive texts that a request may contain, for tests of text processing.

import type { SubmittedTexts } from '../../server/rendering/work/tasks.ts';
import { estimateCost } from '../../server/rendering/work/weight.ts';
import { slowTexts } from './slow-texts.ts';

/** Returns the texts of a post with this content. */
export const submitted = (content: string, more: Partial<SubmittedTexts> = {}): SubmittedTexts => ({
  ...{ title: 'A "title"', content, excerpt: '', footnotes: '', isFiltered: true },
  ...{ uploads: 'https://example.org/uploads/', theme: 'quarto' },
  ...more,
});

/** Returns a slow text of at most this length and cost. The default cost is the same share of the maximum as the length. */
export function heaviest(name: string, length: number, maxCost = 290 * length): string {
  const shape = slowTexts[name] ?? (() => '');
  return shape(Math.floor(Math.min(1, maxCost / estimateCost(shape(length))) * length));
}
