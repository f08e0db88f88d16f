/** Returns the FNV-1a hash of a string as eight hexadecimal digits. */
export function fnv1aHash(value: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
