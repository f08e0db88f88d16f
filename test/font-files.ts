// Generates font files for tests. They have a valid header, but no meaningful content.

/** Returns an uncompressed font (TrueType or OpenType) with tables of four bytes each. */
export function plainFont(format: 'ttf' | 'otf', tables = 3): Buffer {
  const directory = 12 + 16 * tables;
  const bytes = Buffer.alloc(directory + 4 * tables);
  bytes.write(format === 'otf' ? 'OTTO' : '\0\x01\0\0', 'latin1');
  bytes.writeUInt16BE(tables, 4);
  for (let n = 0; n < tables; n += 1) {
    bytes.write(`tab${n}`, 12 + 16 * n, 'latin1');
    bytes.writeUInt32BE(directory + 4 * n, 12 + 16 * n + 8);
    bytes.writeUInt32BE(4, 12 + 16 * n + 12);
  }
  return bytes;
}

/** Returns a file of `length` bytes that begins with the header of a compressed font (WOFF or WOFF2). */
export function packedFont(format: 'woff' | 'woff2', length = 100): Buffer {
  const bytes = Buffer.alloc(length, 7);
  bytes.write(format === 'woff' ? 'wOFF' : 'wOF2', 'latin1');
  bytes.writeUInt32BE(length, 8);
  return bytes;
}
