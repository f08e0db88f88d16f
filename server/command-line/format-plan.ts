// Formats the plan of a migration for operators (octavo migrate --plan).

import { migrationName } from '../database/migrate.ts';
import type { DurationRange, MigrationPlan, PlannedTable } from '../database/migration-plan.ts';

/** Properties of a plan that do not follow from the database. */
export interface PlanContext {
  /** Version of this program. */
  readonly program: string;
  /** Free space on the disk of the embedded database, in bytes; undefined for PostgreSQL. */
  readonly freeBytes: number | undefined;
  /** Size of the copy of the embedded database that is made before the migration, in bytes; 0 if none is made. */
  readonly copyBytes: number;
  /** Indexes of filterable meta fields that are completed after the migration, with the number of entries to read. */
  readonly indexes: readonly { readonly field: string; readonly entries: number }[];
}

/** Returns the lines of a plan. */
export function formatPlan(plan: MigrationPlan, context: PlanContext): string[] {
  const { migrations, seconds, bytes, databaseBytes } = plan;
  const { indexes, program } = context;
  if (migrations.length === 0 && indexes.length === 0) return ['The database is up to date.'];
  const lines = [`Octavo ${program} would change this database (${formatBytes(databaseBytes)}) as follows:`, ''];
  for (const each of migrations) {
    lines.push(`${migrationName(each)}: ${each.summary}`);
    for (const table of each.tables) lines.push(`     ${formatTable(table)}`);
    lines.push(`     Duration: ${formatDuration(each.seconds)}.`);
  }
  for (const { field, entries } of indexes)
    lines.push(`index of the meta field ${field}: reads ${formatCount(entries, 'entry', 'entries')}.`);
  if (migrations.length === 0) return [...lines, '', 'Requests are served during this time. Nothing has been changed.'];
  lines.push('', `Duration:   ${formatDuration(seconds)} in total, estimated from the rows of this database.`);
  lines.push(`Disk space: about ${formatBytes(bytes + context.copyBytes)}${formatSpace(context)}.`);
  lines.push(
    `Service:    ${context.freeBytes === undefined && plan.isCompatible ? 'nodes of the previous version can go on, and wait while tables are locked.' : 'stop it on all nodes first.'} The migrations are one transaction that locks the tables; if one fails, the database is as before.`,
    context.freeBytes === undefined
      ? 'Backup:     create one first, with pg_dump or with octavo backup create of the version that has created this database, because PostgreSQL databases are not copied automatically.'
      : `Backup:     ${context.copyBytes > 0 ? 'the database is copied to upgrade-backups in the data folder first.' : 'none is made, because no existing table is changed.'}`,
    '',
    'Nothing has been changed.',
  );
  return lines;
}

function formatSpace({ freeBytes, copyBytes }: PlanContext): string {
  if (freeBytes === undefined) return ' on the disk of the database server';
  const copy = copyBytes > 0 ? `, of which ${formatBytes(copyBytes)} are for the copy of the database` : '';
  return `${copy}; ${freeBytes === Number.POSITIVE_INFINITY ? 'the free space is unknown' : `${formatBytes(freeBytes)} are free`}`;
}

function formatTable({ name, rows, rewrites, indexes = 0, searchIndex }: PlannedTable): string {
  const work = [
    rewrites ? 'rewrites' : indexes === 0 && !searchIndex ? 'reads' : undefined,
    indexes > 0 ? `builds ${formatCount(indexes, 'index', 'indexes')} of` : undefined,
    searchIndex ? 'builds the search index of' : undefined,
  ];
  const verbs = work.flatMap((each) => each ?? []);
  return `${verbs.join(' and ')} ${name} (${formatCount(rows, 'row', 'rows')})`;
}

const formatCount = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Formats a number of bytes in the largest unit with a value of at least 1: `1.4 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const value = bytes / 1000 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Formats a range of durations with rounded values: `10 to 40 seconds`, `50 seconds to 4 minutes`. */
export function formatDuration({ min, max }: DurationRange): string {
  if (max < 1) return 'less than a second';
  const [from, to] = [inUnit(min, Math.floor), inUnit(max, Math.ceil)];
  if (from.count === 0) return `less than ${nameOf(to)}`;
  if (from.unit !== to.unit) return `${nameOf(from)} to ${nameOf(to)}`;
  return from.count === to.count ? `about ${nameOf(to)}` : `${from.count} to ${nameOf(to)}`;
}

interface RoundedDuration {
  readonly count: number;
  readonly unit: 'second' | 'minute' | 'hour';
}

/** Rounds a duration in seconds to a number of seconds, minutes or hours. */
function inUnit(seconds: number, round: (value: number) => number): RoundedDuration {
  if (seconds < 120) return { count: round(seconds), unit: 'second' };
  if (seconds < 7200) return { count: round(seconds / 60), unit: 'minute' };
  return { count: round(seconds / 3600), unit: 'hour' };
}

const nameOf = ({ count, unit }: RoundedDuration): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
