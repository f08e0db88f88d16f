import { escapeText } from '../sanitise/entities.ts';

/** How much of a text is shown. Characters. */
const MAX_CHARACTERS = 1_000_000;

/** Returns HTML that shows a text as it is stored, for texts that are too expensive to render. Linear. */
export const sourceAsText = (text: string): string => `<pre>${escapeText(text.slice(0, MAX_CHARACTERS))}</pre>\n`;
