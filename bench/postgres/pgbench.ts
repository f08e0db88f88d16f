// Runs pgbench with the statements that the service sends to PostgreSQL for a write, so that the rate of the service can be
// compared with what the server reaches without it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Connection } from '../load/connection.ts';
import { type Kind, requestKinds } from '../load/requests.ts';
import { type SiteLocation, startService } from '../processes.ts';
import { type PgbenchScript, pgbenchScript, type TypedStatement } from './pgbench-script.ts';
import { type RecordedStatement, startRecorder } from './recorder.ts';

/** Time for which statements are recorded without requests, in milliseconds, to recognize background statements. */
const idleMs = 1500;

const mount = '/rest/cms/v2';

/** Number of requests before the recorded one, which fill the caches and prepare the statements. */
const warmupRequests = 5;

/** Starts the service on a site, sends one request of each kind, and returns a script with the statements of each. */
export async function recordScripts<K extends Kind>(
  location: SiteLocation & { readonly database: string },
  authorization: string,
  kinds: readonly K[],
): Promise<ReadonlyMap<K, PgbenchScript>> {
  const recorder = await startRecorder(location.database);
  const service = await startService({ ...location, database: recorder.url });
  const connection = new Connection(service.origin, authorization);
  const scripts = new Map<K, PgbenchScript>();
  try {
    for (const kind of kinds) {
      for (let n = 0; n < warmupRequests; n += 1) await sendRequest(connection, kind);
      await pause(200);
      recorder.take();
      await pause(idleMs);
      const background = new Set(recorder.take().map(({ sql }) => sql));
      const unique = newUnique();
      const target = await createPost(connection, unique);
      await pause(200);
      recorder.take();
      await sendRequest(connection, kind, { unique, target });
      const statements = withoutBackground(recorder.take(), background);
      const usesTarget = kind !== 'create' && kind !== 'term' && kind !== 'batch';
      const markers = { unique, ...(usesTarget && { target: String(target) }) };
      scripts.set(kind, pgbenchScript(await withTypes(location.database, statements), markers));
    }
  } finally {
    connection.close();
    await service.stop();
    await recorder.close();
  }
  return scripts;
}

const pause = (milliseconds: number) => new Promise((tick) => setTimeout(tick, milliseconds));

let uniqueCount = 0;

/** Returns a number that does not occur in the texts of a site. */
const newUnique = (): string => String(Date.now() * 1000 + uniqueCount++);

async function createPost(connection: Connection, unique: string): Promise<number> {
  const response = await connection.send(requestKinds.create.message({ unique, target: 0, mount }));
  return (JSON.parse(response.body.toString()) as { id: number }).id;
}

/** Sends a request; by default one that concerns a new post. The texts of a create differ from those of the post that it concerns. */
async function sendRequest(
  connection: Connection,
  kind: Kind,
  { unique, target }: { unique: string; target: number } | Record<string, never> = {},
): Promise<void> {
  const { message, isSuccess } = requestKinds[kind];
  const text = unique ?? newUnique();
  const context = { unique: kind === 'create' ? `recorded ${text}` : text, mount };
  const response = await connection.send(
    message({ ...context, target: target ?? (await createPost(connection, newUnique())) }),
  );
  if (!isSuccess(response)) throw new Error(`${kind} returned ${response.status}: ${response.body}`);
}

const isBoundary = (sql: string, word: 'begin' | 'end') =>
  (word === 'begin' ? /^\s*(?:begin|start transaction)\b/i : /^\s*(?:commit|rollback|end)\b(?!\s+to)/i).test(sql);

/**
 * Returns the statements that a request has caused. Statements that also run without requests are removed, unless they are part of a
 * transaction with other statements.
 */
export function withoutBackground(
  statements: readonly RecordedStatement[],
  background: ReadonlySet<string>,
): RecordedStatement[] {
  const isOfRequest = new Set<RecordedStatement>();
  const transactions = new Map<number, RecordedStatement[]>();
  for (const statement of statements) {
    const { connection, sql } = statement;
    if (isBoundary(sql, 'begin')) transactions.set(connection, []);
    const transaction = transactions.get(connection);
    if (!transaction) {
      if (!background.has(sql)) isOfRequest.add(statement);
      continue;
    }
    transaction.push(statement);
    if (!isBoundary(sql, 'end')) continue;
    transactions.delete(connection);
    if (transaction.some((each) => !background.has(each.sql) && !isTransactionControl(each.sql)))
      for (const each of transaction) isOfRequest.add(each);
  }
  return statements.filter((statement) => isOfRequest.has(statement));
}

const isTransactionControl = (sql: string): boolean => isBoundary(sql, 'begin') || isBoundary(sql, 'end');

/** Adds the types of the parameters, which a prepared statement has. */
async function withTypes(database: string, statements: readonly RecordedStatement[]): Promise<TypedStatement[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const typed: TypedStatement[] = [];
  for (const statement of statements) {
    let types: string[] = [];
    if (statement.values.length > 0) {
      await client.query(`prepare bench_types as ${statement.sql}`);
      const { rows } = await client.query(
        "select parameter_types::text[] as types from pg_prepared_statements where name = 'bench_types'",
      );
      types = (rows[0] as { types: string[] }).types;
      await client.query('deallocate bench_types');
    }
    typed.push({ ...statement, types });
  }
  await client.end();
  return typed;
}

/** Options of a run of pgbench. */
export interface PgbenchOptions {
  readonly clients: number;
  readonly seconds: number;
  /** IDs of the first and the last post that the transactions concern. */
  readonly targets: readonly [first: number, last: number];
}

/** Runs a script with pgbench and returns the number of transactions per second. Throws if pgbench is not installed or fails. */
export async function runPgbench(
  database: string,
  script: PgbenchScript,
  { clients, seconds, targets: [first, last] }: PgbenchOptions,
): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-pgbench-'));
  const file = path.join(folder, 'script.sql');
  writeFileSync(file, script.text);
  const variables = { ...script.variables, base: Date.now() * 100_000, firstTarget: first, lastTarget: last };
  const definitions = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const args = ['-n', '-M', 'prepared', '-c', `${clients}`, '-T', `${seconds}`, '--max-tries', '100'];
  const env = { ...process.env, PGOPTIONS: '-c synchronous_commit=on' };
  const child = spawn('pgbench', [...args, '-f', file, ...definitions, database], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  child.on('error', () => {
    throw new Error('pgbench is not installed; install the Debian package postgresql-contrib.');
  });
  const [code] = await once(child, 'close');
  rmSync(folder, { recursive: true });
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  if (code !== 0 || !(perSecond > 0)) throw new Error(`pgbench failed: ${output}\n${script.text}`);
  return perSecond;
}
