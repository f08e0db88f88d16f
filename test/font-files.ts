// Fonts for tests: a head that tells the truth, and tables without meaning.

/** A plain font (TrueType or OpenType) with a number of tables of four bytes each. */
export function plainFont(mark: 'ttf' | 'otf', tables = 3): Buffer {
  const directory = 12 + 16 * tables;
  const bytes = Buffer.alloc(directory + 4 * tables);
  bytes.write(mark === 'otf' ? 'OTTO' : '\0\x01\0\0', 'latin1');
  bytes.writeUInt16BE(tables, 4);
  for (let n = 0; n < tables; n += 1) {
    bytes.write(`tab${n}`, 12 + 16 * n, 'latin1');
    bytes.writeUInt32BE(directory + 4 * n, 12 + 16 * n + 8);
    bytes.writeUInt32BE(4, 12 + 16 * n + 12);
  }
  return bytes;
}

/** A packed font of a length. */
export function packedFont(mark: 'woff' | 'woff2', length = 100): Buffer {
  const bytes = Buffer.alloc(length, 7);
  bytes.write(mark === 'woff' ? 'wOFF' : 'wOF2', 'latin1');
  bytes.writeUInt32BE(length, 8);
  return bytes;
}
