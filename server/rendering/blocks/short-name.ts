/** A short name for a text, the same for the same text (FNV-1a): eight hexadecimal digits. */
export function shortName(value: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < value.length; at++) sum = Math.imul(sum ^ value.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}
