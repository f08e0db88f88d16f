// The styles of blocks on public pages. The styles of the theme follow and override them.
import { readdirSync, readFileSync } from 'node:fs';
import { cleanCss } from '../theme/css/custom-css.ts';

const folder = new URL('./styles/', import.meta.url);

/**
 * CSS of all core blocks, forms and comments, minified. Selectors have a low specificity, and colors follow from `currentColor` and the
 * presets of the theme, so that the styles of any theme override them.
 */
export const blockStyles: string = readdirSync(folder)
  .filter((file) => file.endsWith('.css'))
  .sort()
  .map((file) => cleanCss(readFileSync(new URL(file, folder), 'utf8')))
  .join('');
