// The styles of blocks on public pages. The styles of the theme follow and override them.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('./styles/', import.meta.url);

/** Removes comments, and whitespace where it has no meaning. The CSS must not contain strings with braces or comments. */
export const minifyCss = (css: string): string =>
  css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/([a-z-]): /g, '$1:')
    .replaceAll(';}', '}')
    .trim();

/**
 * CSS of all core blocks, forms and comments. Selectors have a low specificity, and colors follow from `currentColor` and the presets of
 * the theme, so that the styles of any theme override them.
 */
export const blockStyles: string = readdirSync(folder)
  .filter((file) => file.endsWith('.css'))
  .sort()
  .map((file) => minifyCss(readFileSync(new URL(file, folder), 'utf8')))
  .join('');
