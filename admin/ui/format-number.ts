// Formats numbers for people, in the language of the admin.
import { formatLanguage } from './format-language.ts';

/** Formats a number with the separators of the language. */
export const formatNumber = (value: number): string => value.toLocaleString(formatLanguage());
