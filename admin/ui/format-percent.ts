// Formats percentages for people, in the language of the admin.
import { formatLanguage } from './format-language.ts';

/** Formats a share from 0 to 1 as a percentage, with at most one decimal place. */
export const formatPercent = (share: number): string =>
  share.toLocaleString(formatLanguage(), { style: 'percent', maximumFractionDigits: 1 });
