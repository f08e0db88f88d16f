// Reads the results of recorded scenarios, and compares them with the floors in .ci/floors.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Number of passed steps of each suite. */
export type PassedSteps = Record<string, number>;

/** Number of passed steps of each suite, by the name of a combination. */
export type Results = Record<string, PassedSteps>;

const floorsFile = '.ci/floors.json';

/** Reads the report that conform.mjs has written; empty if there is none. */
export function readReport(file: string): PassedSteps {
  if (!existsSync(file)) return {};
  const { report } = JSON.parse(readFileSync(file, 'utf8')) as { report: Record<string, { passed: number }> };
  return Object.fromEntries(Object.entries(report).map(([suite, { passed }]) => [suite, passed]));
}

/** Returns a message for each suite that passes fewer steps than its floor. */
const suitesBelowFloor = (name: string, passed: PassedSteps, floor: PassedSteps): string[] =>
  Object.entries(floor)
    .filter(([suite, minimum]) => (passed[suite] ?? 0) < minimum)
    .map(([suite, minimum]) => `${name} ${suite}: ${passed[suite] ?? 0} steps passed, the floor is ${minimum}`);

/** Creates a database on a server, calls `work` with its URL, and drops the database when `work` has ended. */
export async function withPostgresDatabase<T>(
  url: string,
  suffix: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { default: pg } = await import('pg');
  const name = `octavo_conformance_${suffix}_${process.pid}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
    const databaseUrl = new URL(url);
    databaseUrl.pathname = `/${name}`;
    return await work(databaseUrl.href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}

interface ReportOptions {
  /** Whether to raise the floors to the results. */
  readonly raises?: boolean;
  /** Returns the name of the combination whose floors apply. Default: the combination itself. */
  readonly floorOf?: (name: string) => string;
}

/** Prints the results, and sets the exit code to 1 if a suite passes fewer steps than its floor. */
export function reportScenarios(results: Results, { raises = false, floorOf = (name) => name }: ReportOptions): void {
  const floors: Results = existsSync(floorsFile) ? JSON.parse(readFileSync(floorsFile, 'utf8')) : {};
  const failures = Object.entries(results).flatMap(([name, passed]) =>
    suitesBelowFloor(name, passed, floors[floorOf(name)] ?? {}),
  );
  for (const failure of failures) console.error(failure);
  if (raises) {
    for (const [name, passed] of Object.entries(results)) {
      const higher = Object.entries(passed).map(
        ([suite, n]) => [suite, Math.max(n, floors[name]?.[suite] ?? 0)] as const,
      );
      floors[name] = Object.fromEntries(higher.filter(([, n]) => n > 0));
    }
    writeFileSync(floorsFile, `${JSON.stringify(floors, null, 2)}\n`);
  }
  const total = Object.values(results)
    .flatMap((passed) => Object.values(passed))
    .reduce((sum, n) => sum + n, 0);
  console.log(`\n${total} steps pass in ${Object.keys(results).join(', ')}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
