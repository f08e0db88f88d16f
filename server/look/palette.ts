// The colours of all pages of the service, light and dark as the reader's device is.
import { readFileSync } from 'node:fs';

/** Names of colours with their values, to be put before a style sheet that uses them. */
export const palette = readFileSync(new URL('./palette.css', import.meta.url), 'utf8');
