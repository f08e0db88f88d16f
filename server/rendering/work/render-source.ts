import { escapeText } from '../entities.ts';

/** Maximum length of the displayed text, in characters. */
const MAX_CHARACTERS = 1_000_000;

/** Returns HTML that displays the source of a text that is too expensive to render. Runs in linear time. */
export const renderSourceAsText = (text: string): string => `<pre>${escapeText(text.slice(0, MAX_CHARACTERS))}</pre>\n`;
