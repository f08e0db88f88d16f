// Describes the position of a page in a list, or in an entry with several pages.
import type { HeadPaging } from './head-data.ts';

/** Returns the position of a page, from 1, among `pages` pages, whose URLs `urlOf` returns. */
export const pagingOf = (number: number, pages: number, urlOf: (number: number) => string): HeadPaging => ({
  number,
  url: urlOf(number),
  ...(number > 1 && { previous: urlOf(number - 1) }),
  ...(number < pages && { next: urlOf(number + 1) }),
});
