// Formats sizes of files for people.

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const formats = units.map(
  (unit, index) =>
    new Intl.NumberFormat(undefined, {
      ...{ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: index === 0 ? 0 : 1 },
    }),
);

/** Returns a size in the largest unit in which it is at least 1. */
export function formatBytes(bytes: number): string {
  const index = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return formats[index]?.format(bytes / 1000 ** index) ?? '';
}
