// The colours of all pages, for the light and the dark colour scheme.
import { readFileSync } from 'node:fs';

/** CSS that defines the colours as custom properties, to be prepended to a style sheet that uses them. */
export const palette = readFileSync(new URL('./palette.css', import.meta.url), 'utf8');
