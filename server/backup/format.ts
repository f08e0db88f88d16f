// Defines the format of backups. A backup contains, in this order, a header, the rows of all tables, the files, and a trailer with
// counts and a checksum.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CellValue } from '../database/contents.ts';
import { BackupCorrupt } from './errors.ts';

/** The version of the format. Readers reject newer versions. */
export const formatVersion = 1;

/** Name of the archive entry that contains the header. */
export const headerName = 'octavo-backup.json';

/** Name of the archive entry that contains the trailer. */
export const trailerName = 'end.json';

/** Maximum size of the header, and of the trailer, in bytes. */
export const maxMetadataBytes = 1024 * 1024;

/** Maximum size of an archive entry with compressed rows, in bytes. */
export const maxPartBytes = 64 * 1024 * 1024;

/** Maximum size of the rows in an archive entry after decompression, in bytes. */
const maxUnpackedBytes = 128 * 1024 * 1024;

/** A table and its columns, in the order of the values in its rows. */
export interface TableDescription {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The header of a backup, its first archive entry. */
export interface BackupHeader {
  readonly format: 'octavo-backup';
  readonly version: number;
  /** The name that a user has given to the backup. */
  readonly name: string;
  /** The start of the backup in ISO 8601, UTC. The backup contains all data that was committed before it. */
  readonly made: string;
  /** The username of the creator; empty for the command line. */
  readonly made_by: string;
  /** The version of Octavo that created the backup. */
  readonly program: string;
  /** The identifier of the site (siteFingerprint). */
  readonly site: string;
  readonly home: string;
  /** The number of the last migration of the service. */
  readonly schema: number;
  /** The number of the last migration of each extension. */
  readonly extensions: Readonly<Record<string, number>>;
  /** The tables of the backup. A table follows the tables that it references. */
  readonly tables: readonly TableDescription[];
}

/** The trailer of a backup, its last archive entry. */
export interface BackupTrailer {
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The last generated key of each table. */
  readonly keys: Readonly<Record<string, number>>;
  readonly files: number;
  /** The number of files that were deleted while the backup was being created. */
  readonly missing: number;
  /** The paths of these files, at most 100. */
  readonly missing_paths: readonly string[];
  /** SHA-256, in hexadecimal, of all bytes before this entry and of its other properties. */
  readonly sha256: string;
}

/** Returns the name of the archive entry with part number `n` of a table's rows. */
export const rowsEntryName = (table: string, n: number): string =>
  `rows/${table}/${String(n).padStart(6, '0')}.jsonl.gz`;

/** Returns the name of the archive entry with a stored file. */
export const fileEntryName = (path: string): string => `files/${path}`;

/** Returns the table whose rows an archive entry contains, or undefined if it contains no rows. */
export const tableOfEntry = (name: string): string | undefined =>
  /^rows\/([a-z][a-z0-9_]{0,62})\/\d{6,9}\.jsonl\.gz$/.exec(name)?.[1];

/** Returns the path of the file that an archive entry contains, or undefined if it contains no file. */
export const pathOfEntry = (name: string): string | undefined =>
  name.startsWith('files/') ? name.slice('files/'.length) : undefined;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Encodes a row as a line of JSON. A binary value becomes an array with one Base64 string. */
export const encodeRow = (row: readonly CellValue[]): string =>
  `${JSON.stringify(row.map((cell) => (cell instanceof Uint8Array ? [Buffer.from(cell).toString('base64')] : cell)))}\n`;

/** Compresses encoded rows for an archive entry. */
export const packLines = (lines: readonly string[]): Promise<Buffer> => pack(lines.join(''), { level: 5 });

/** Returns the rows in an archive entry. Throws BackupCorrupt if the entry is damaged or a row has another number of columns. */
export async function unpackRows(bytes: Buffer, columns: number): Promise<CellValue[][]> {
  const text = await unpack(bytes, { maxOutputLength: maxUnpackedBytes }).catch((cause: unknown) => {
    throw new BackupCorrupt('its rows are damaged', { cause });
  });
  return text
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => decodeRow(line, columns));
}

function decodeRow(line: string, columns: number): CellValue[] {
  const row = parseJson(line);
  if (!Array.isArray(row) || row.length !== columns) throw new BackupCorrupt('it contains a damaged row');
  return row.map((cell: unknown) => {
    if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell;
    if (Array.isArray(cell) && cell.length === 1 && typeof cell[0] === 'string') return Buffer.from(cell[0], 'base64');
    throw new BackupCorrupt('it contains a damaged value');
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BackupCorrupt('its metadata is damaged', { cause });
  }
}

/** Returns the trailer with its checksum. `checksumBefore` is the checksum of all bytes before the trailer. */
export const addChecksum = (checksumBefore: string, trailer: Omit<BackupTrailer, 'sha256'>): BackupTrailer => ({
  ...trailer,
  sha256: createHash('sha256').update(checksumBefore).update(JSON.stringify(trailer)).digest('hex'),
});

/** Returns whether the checksum of a trailer matches. */
export const hasValidChecksum = (checksumBefore: string, { sha256, ...trailer }: BackupTrailer): boolean =>
  addChecksum(checksumBefore, trailer).sha256 === sha256;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
type Properties = Readonly<Record<string, unknown>>;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1000;
const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z0-9_]{0,62}$/.test(value);
const areCounts = (value: unknown, isKey: (key: string) => boolean) =>
  isObject(value) && Object.entries(value).every(([key, count]) => isKey(key) && isCount(count));
const isTableDescription = (value: unknown) =>
  isObject(value) && isName(value.name) && Array.isArray(value.columns) && value.columns.every(isName);

/** Parses the header. Throws BackupCorrupt if it is invalid. */
export function parseHeader(bytes: Buffer): BackupHeader {
  const header = parseJson(bytes.toString('utf8'));
  if (!isObject(header) || header.format !== 'octavo-backup' || !isCount(header.version))
    throw new BackupCorrupt('it is not an Octavo backup');
  // Other properties may be different in a newer version of the format. Callers reject it because of its version.
  if (header.version > formatVersion) return header as unknown as BackupHeader;
  if (!isHeader(header)) throw new BackupCorrupt('its header is damaged');
  return header;
}

/** Whether the properties other than the format and its version are valid. */
const isHeader = (header: Properties): header is Properties & BackupHeader =>
  [header.name, header.made, header.made_by, header.program, header.site, header.home].every(isText) &&
  isCount(header.schema) &&
  areCounts(header.extensions, (name) => /^[a-z][a-z0-9-]*$/.test(name)) &&
  Array.isArray(header.tables) &&
  header.tables.every(isTableDescription) &&
  new Set(header.tables.map(({ name }) => name)).size === header.tables.length;

/** Parses the trailer. Throws BackupCorrupt if it is invalid. */
export function parseTrailer(bytes: Buffer): BackupTrailer {
  const trailer = parseJson(bytes.toString('utf8'));
  if (!isTrailer(trailer)) throw new BackupCorrupt('its trailer is damaged');
  return trailer;
}

const isTrailer = (trailer: unknown): trailer is BackupTrailer =>
  isObject(trailer) &&
  areCounts(trailer.rows, isName) &&
  areCounts(trailer.keys, isName) &&
  isCount(trailer.files) &&
  isCount(trailer.missing) &&
  Array.isArray(trailer.missing_paths) &&
  typeof trailer.sha256 === 'string';
