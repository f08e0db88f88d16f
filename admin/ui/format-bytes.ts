// Formats sizes for people.
import { formatLanguage } from './format-language.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a number of bytes with at most one decimal, in the language of the admin. */
export function formatBytes(bytes: number): string {
  const exponent = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const format = {
    style: 'unit',
    unit: units[exponent] ?? 'byte',
    maximumFractionDigits: exponent < 2 ? 0 : 1,
  } as const;
  return new Intl.NumberFormat(formatLanguage(), format).format(bytes / 1000 ** exponent);
}
