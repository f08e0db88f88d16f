// What is in a backup, in this order: a head, the rows of all tables, the files, and an end with what they must amount to.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { CellValue } from '../database/contents.ts';
import { BackupBroken } from './errors.ts';

/** The version of the format. A reader refuses greater ones. */
export const formatVersion = 1;

export const headName = 'octavo-backup.json';
export const endName = 'end.json';

/** The most that the head and the end may have, a packed part of rows, and the same unpacked. Bytes. */
export const largestNote = 1024 * 1024;
export const largestPart = 64 * 1024 * 1024;
const largestText = 128 * 1024 * 1024;

/** A table and its columns, in the order of the values. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What a backup tells of itself before anything else. */
export interface Head {
  readonly format: 'octavo-backup';
  readonly version: number;
  /** What people have called it. */
  readonly name: string;
  /** When it was begun, ISO 8601 in UTC: what was committed then is in it. */
  readonly made: string;
  /** The login of who made it; empty: the command line. */
  readonly made_by: string;
  /** The version of Octavo. */
  readonly program: string;
  /** Names the site without telling its key. */
  readonly site: string;
  /** The address of the site. */
  readonly home: string;
  /** The number of the last migration, and of those of extensions. */
  readonly schema: number;
  readonly extensions: Readonly<Record<string, number>>;
  /** Tables come after those that they refer to. */
  readonly tables: readonly TableShape[];
}

/** What a backup amounts to. */
export interface End {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The last key that each table has given. */
  readonly keys: Readonly<Record<string, number>>;
  readonly files: number;
  /** How many files were removed while the backup was made, and the paths of some. */
  readonly missing: number;
  readonly missing_paths: readonly string[];
  /** SHA-256 of all bytes before this note and of what it says itself, in hexadecimal. */
  readonly sha256: string;
}

/** The member of the archive that holds the nth part of the rows of a table. */
export const partName = (table: string, n: number): string => `rows/${table}/${String(n).padStart(6, '0')}.jsonl.gz`;
/** The member of the archive that holds the file of this path. */
export const fileName = (path: string): string => `files/${path}`;

/** Whose rows a member holds; undefined: it is no part of rows. */
export const tableOfPart = (name: string): string | undefined =>
  /^rows\/([a-z][a-z0-9_]{0,62})\/\d{6,9}\.jsonl\.gz$/.exec(name)?.[1];

/** The path of the file that a member is; undefined: it is none. */
export const pathOfFile = (name: string): string | undefined =>
  name.startsWith('files/') ? name.slice('files/'.length) : undefined;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A row as a line. Bytes are a list of one text, in base64. */
export const lineOf = (row: readonly CellValue[]): string =>
  `${JSON.stringify(row.map((cell) => (cell instanceof Uint8Array ? [Buffer.from(cell).toString('base64')] : cell)))}\n`;

/** Lines of rows as they lie in the archive. */
export const packLines = (lines: readonly string[]): Promise<Buffer> => pack(lines.join(''), { level: 5 });

/** The rows of a part, each with so many values. Throws BackupBroken. */
export async function unpackRows(bytes: Buffer, columns: number): Promise<CellValue[][]> {
  const text = await unpack(bytes, { maxOutputLength: largestText }).catch((cause: unknown) => {
    throw new BackupBroken('its rows are damaged', { cause });
  });
  return text
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => rowOf(line, columns));
}

function rowOf(line: string, columns: number): CellValue[] {
  const row = parsed(line);
  if (!Array.isArray(row) || row.length !== columns) throw new BackupBroken('a row in it is damaged');
  return row.map((cell: unknown) => {
    if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell;
    if (Array.isArray(cell) && cell.length === 1 && typeof cell[0] === 'string') return Buffer.from(cell[0], 'base64');
    throw new BackupBroken('a value in it is damaged');
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BackupBroken('a note in it is damaged', { cause });
  }
}

/** The end with its sum, after everything of that sum. */
export const sealEnd = (before: string, end: Omit<End, 'sha256'>): End => ({
  ...end,
  sha256: createHash('sha256').update(before).update(JSON.stringify(end)).digest('hex'),
});

/** Whether an end is that of everything of this sum, and says what it said. */
export const isSealed = (before: string, { sha256, ...end }: End): boolean => sealEnd(before, end).sha256 === sha256;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1000;
const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z0-9_]{0,62}$/.test(value);
const areCounts = (value: unknown, isKey: (key: string) => boolean) =>
  isObject(value) && Object.entries(value).every(([key, count]) => isKey(key) && isCount(count));
const isShape = (value: unknown) =>
  isObject(value) && isName(value.name) && Array.isArray(value.columns) && value.columns.every(isName);

/** Reads the head. Throws BackupBroken. */
export function readHead(bytes: Buffer): Head {
  const head = parsed(bytes.toString('utf8'));
  if (!isObject(head) || head.format !== 'octavo-backup' || !isCount(head.version))
    throw new BackupBroken('it is no backup of Octavo');
  // What a later version says is told by its number alone.
  if (head.version > formatVersion) return head as unknown as Head;
  const sound =
    [head.name, head.made, head.made_by, head.program, head.site, head.home].every(isText) &&
    isCount(head.schema) &&
    areCounts(head.extensions, (name) => /^[a-z][a-z0-9-]*$/.test(name)) &&
    Array.isArray(head.tables) &&
    head.tables.every(isShape) &&
    new Set(head.tables.map(({ name }) => name)).size === head.tables.length;
  if (!sound) throw new BackupBroken('its head is damaged');
  return head as unknown as Head;
}

/** Reads the end. Throws BackupBroken. */
export function readEnd(bytes: Buffer): End {
  const end = parsed(bytes.toString('utf8'));
  const sound =
    isObject(end) &&
    areCounts(end.rows, isName) &&
    areCounts(end.keys, isName) &&
    isCount(end.files) &&
    isCount(end.missing) &&
    Array.isArray(end.missing_paths) &&
    typeof end.sha256 === 'string';
  if (!sound) throw new BackupBroken('its end is damaged');
  return end as unknown as End;
}
