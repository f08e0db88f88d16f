// Formats byte counts.
const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Returns a byte count such as `512 B` or `1.5 MB`, with at most one decimal place. */
export function formatBytes(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Number(amount.toFixed(1))} ${units[unit]}`;
}
