// The colors of all pages, for the light and the dark color scheme.
import { readFileSync } from 'node:fs';

/** CSS that defines the colors as custom properties. It must be prepended to a style sheet that uses them. */
export const palette = readFileSync(new URL('./palette.css', import.meta.url), 'utf8');
