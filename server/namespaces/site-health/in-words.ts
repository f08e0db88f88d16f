// Amounts of bytes as people read them.
const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** `512 B`, `1.5 MB`: with one place behind the point where it is not whole. */
export function inWords(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Number(amount.toFixed(1))} ${units[unit]}`;
}
