// Estimates the duration of pending migrations, and the disk space that they need, from the number of rows and from the rate at which
// this database reads them.

import type { CellValue } from './contents.ts';
import type { Database, ReadHandle, Snapshot } from './handle.ts';
import { excludesOlderPrograms, findPendingMigrations, type MigrationSet, type SetMigration } from './migrate.ts';
import type { TableWork } from './migration-effects.ts';
import { effectsOf } from './migrations.ts';
import { type Builder, type Slots, statement } from './statement.ts';

/** A range of durations, in seconds. */
export interface DurationRange {
  readonly min: number;
  readonly max: number;
}

/** A table on whose rows a migration works. */
export interface PlannedTable extends TableWork {
  readonly name: string;
  readonly rows: number;
}

/** A pending migration and its estimated costs. */
export interface PlannedMigration extends SetMigration {
  /** A sentence that describes the effects. */
  readonly summary: string;
  readonly tables: readonly PlannedTable[];
  readonly seconds: DurationRange;
  /** Estimated disk space that it needs, in bytes. */
  readonly bytes: number;
}

/** The pending migrations, with the sums of their estimates. */
export interface MigrationPlan {
  readonly migrations: readonly PlannedMigration[];
  readonly seconds: DurationRange;
  readonly bytes: number;
  /** Size of the database, in bytes. */
  readonly databaseBytes: number;
  /** Whether nodes of the version that has created the existing tables may go on during and after the migrations (decision 0035). */
  readonly isCompatible: boolean;
}

/** Measured properties of a table. */
interface TableMeasurement {
  readonly rows: number;
  /** Average time to read a row with all its columns, in milliseconds. */
  readonly readMs: number;
  /** Average size of a row, in bytes. */
  readonly rowBytes: number;
}

/** Maximum time for which the rows of a table are read to measure the rate, in milliseconds. */
const maxSampleMs = 300;

/** Duration of a migration in addition to its work on rows, in seconds. */
const fixedSeconds: DurationRange = { min: 0.01, max: 0.5 };

/**
 * Duration of work on a row, as a multiple of the time to read it. Migration 16 on 20,000 entries took a half to a fifth of the upper bounds, on
 * both engines and on a busy machine. The ranges are wide because texts differ in length, and because disks may write more slowly than they
 * read.
 */
const costs = {
  scan: { min: 0.2, max: 2 },
  rewrite: { min: 0.5, max: 6 },
  index: { min: 0.2, max: 2 },
  searchIndex: { min: 5, max: 40 },
} as const satisfies Record<string, DurationRange>;

/** Disk space for an index entry, in bytes, in the write-ahead log and in the database. */
const indexEntryBytes = 400;

/** Disk space for the search index of a row, as a multiple of the size of the row. */
const searchIndexFactor = 6;

/** Disk space for a migration in addition to its work on rows, in bytes. */
const fixedBytes = 256 * 1024;

const countRows = (table: string) =>
  statement((q: Builder<Record<string, object>>, _: Slots<Record<never, never>>) =>
    q.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n')),
  );

const databaseSize = statement((q) => q.dialect.databaseSize());

const listTables = statement((q) => q.dialect.contents.tables());

const listColumns = statement((q, p: Slots<{ table: string }>) => q.dialect.contents.columns(p.table));

/**
 * Returns the pending migrations and their estimated costs. Reads up to 0.3 seconds from each table that they change, and changes nothing.
 * @throws DatabaseNewer, and other errors of the database
 */
export async function planMigrations(database: Database, sets: readonly MigrationSet[]): Promise<MigrationPlan> {
  const { read } = database;
  const pending = await findPendingMigrations(read, sets);
  const databaseBytes = (await read.first(databaseSize, {}))?.bytes ?? 0;
  const tables = new Set((await read.all(listTables, {})).map(({ name }) => name));
  const measurements = new Map<string, TableMeasurement>();
  const measurementOf = async (table: string) => {
    const known = measurements.get(table) ?? (await measure(database, table));
    measurements.set(table, known);
    return known;
  };
  const migrations: PlannedMigration[] = [];
  for (const each of pending) {
    const { summary = 'Changes the schema of its tables.', tables: works = {} } =
      (await effectsOf(each.migration)) ?? {};
    const planned: PlannedTable[] = [];
    let [seconds, bytes] = [fixedSeconds, fixedBytes];
    for (const [name, work] of Object.entries(works)) {
      // A pending migration may work on a table that an earlier one creates.
      if (!tables.has(name)) continue;
      const measurement = await measurementOf(name);
      planned.push({ name, rows: measurement.rows, ...work });
      seconds = add(seconds, durationOf(work, measurement));
      bytes += bytesOf(work, measurement);
    }
    migrations.push({ ...each, summary, tables: planned, seconds, bytes });
  }
  return {
    migrations,
    databaseBytes,
    isCompatible: !(await excludesOlderPrograms(pending)),
    seconds: migrations.map((each) => each.seconds).reduce(add, { min: 0, max: 0 }),
    bytes: migrations.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const add = (one: DurationRange, other: DurationRange): DurationRange => ({
  min: one.min + other.min,
  max: one.max + other.max,
});

function durationOf(work: TableWork, { rows, readMs }: TableMeasurement): DurationRange {
  const seconds = (rows * readMs) / 1000;
  const sum = (bound: keyof DurationRange) =>
    seconds *
    (costs.scan[bound] +
      (work.rewrites ? costs.rewrite[bound] : 0) +
      (work.indexes ?? 0) * costs.index[bound] +
      (work.searchIndex ? costs.searchIndex[bound] : 0));
  return { min: sum('min'), max: sum('max') };
}

/** Returns the disk space for work on a table. Rewritten rows are stored in the write-ahead log before they replace the previous ones. */
const bytesOf = (work: TableWork, { rows, rowBytes }: TableMeasurement): number =>
  rows *
  ((work.rewrites ? 2 * rowBytes : 0) +
    (work.indexes ?? 0) * indexEntryBytes +
    (work.searchIndex ? searchIndexFactor * rowBytes : 0));

/** Counts the rows of a table, and reads some of them to measure the rate. */
async function measure(database: Database, table: string): Promise<TableMeasurement> {
  const rows = await countOf(database.read, table);
  const columns = (await database.read.all(listColumns, { table })).map(({ name }) => name);
  return database.snapshot(async (snapshot) => ({ rows, ...(await sample(snapshot, table, columns)) }));
}

const countOf = async (read: ReadHandle, table: string): Promise<number> =>
  Number((await read.first(countRows(table), {}))?.n ?? 0);

async function sample(
  snapshot: Snapshot,
  table: string,
  columns: readonly string[],
): Promise<Pick<TableMeasurement, 'readMs' | 'rowBytes'>> {
  let [count, bytes, elapsedMs] = [0, 0, 0];
  let startedAt = performance.now();
  for await (const rows of snapshot.rows(table, columns)) {
    elapsedMs += performance.now() - startedAt;
    count += rows.length;
    for (const row of rows) bytes += row.reduce<number>((sum, cell) => sum + sizeOf(cell), 0);
    if (elapsedMs > maxSampleMs) break;
    startedAt = performance.now();
  }
  return count === 0 ? { readMs: 0, rowBytes: 0 } : { readMs: elapsedMs / count, rowBytes: bytes / count };
}

/** Returns the approximate size of a stored value, in bytes. */
function sizeOf(cell: CellValue): number {
  if (typeof cell === 'string') return cell.length;
  return cell instanceof Uint8Array ? cell.length : 4;
}
