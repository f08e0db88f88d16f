// Measures the requests of bench/lists.ts in this process, one after the other, with the caches invalidated before each
// request.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { issueApplicationPassword } from '../../server/cms-v2/application-passwords/issue.ts';
import type { Database, ReadHandle } from '../../server/database/handle.ts';
import { migrate } from '../../server/database/migrate.ts';
import { migrations } from '../../server/database/migrations.ts';
import { openDatabase } from '../../server/database/open.ts';
import { bindParameters, type CompiledStatement, statement } from '../../server/database/statement.ts';
import { makeRequest } from '../../server/http/request.ts';
import { makeService, type Service } from '../../server/service.ts';
import { makeSite } from '../../server/site.ts';
import { openExplainer } from '../lists/explain.ts';
import { extendSite } from '../lists/extend-site.ts';
import { findValues, type SiteValues } from '../lists/site-values.ts';
import { type Caller, type ListRequest, listRequests } from '../lists.ts';
import { median } from '../load/reads.ts';
import type { SiteLocation } from '../processes.ts';

/** Median time above which a list request is reported as slow, in milliseconds. */
export const maxListMs = 20;

/** The measurements of one page of a list. */
export interface ListResult {
  readonly request: ListRequest;
  readonly path: string;
  readonly page: 'first' | 'last';
  readonly status: number;
  readonly total: number;
  readonly medianMs: number;
  readonly maxMs: number;
  /** Mean CPU time that this process and the PostgreSQL backend of its connection used per request, in milliseconds. */
  readonly cpuMs: number;
  /** Query plans of the statements that select the page and count the total. */
  readonly plans: readonly string[];
}

export interface ListOptions {
  /** Text that the path of a request must contain to be measured; all requests are measured if absent. */
  readonly pathFilter?: string | undefined;
  readonly onResult?: (result: ListResult) => void;
}

interface RecordedStatement {
  readonly statement: CompiledStatement;
  readonly values: readonly unknown[];
}

/** Migrates and extends a site, measures the list requests on it, and returns the measurements. */
export async function measureLists(location: SiteLocation, options: ListOptions = {}): Promise<ListResult[]> {
  const databaseLocation = location.database
    ? ({ kind: 'postgres', url: location.database, poolSize: 1 } as const)
    : ({ kind: 'sqlite', file: `${location.data}/octavo.sqlite` } as const);
  const database = await openDatabase(databaseLocation);
  await migrate(database, migrations);
  const isNew = await extendSite(database);
  const values = await findValues(database.read);
  const recorded: RecordedStatement[] = [];
  const service = await makeService(
    { database: recordStatements(database, recorded), site: makeSite('http://site.test') },
    { observers: { onError: (error) => console.error(error) } },
  );
  const explain = await openExplainer(databaseLocation);
  if (isNew) await explain.vacuum();
  const cpuTime = await cpuClock(database.read);
  const results: ListResult[] = [];
  try {
    const send = await createSender(service, database, values);
    for (const request of listRequests) {
      const path = fillPlaceholders(request.path, values);
      if (options.pathFilter && !path.includes(options.pathFilter)) continue;
      const measure = async (page: ListResult['page'], path: string) => {
        const { result: answer, ...times } = await measureRepeatedly(database, cpuTime, () => send(request.as, path));
        recorded.length = 0;
        database.changes.recordUnknownChange();
        await send(request.as, path);
        const plans: string[] = [];
        for (const { statement, values } of recorded.filter(isListStatement))
          plans.push(await explain.plan(statement.sql, values));
        const result = { request, path, page, ...answer, ...times, plans };
        results.push(result);
        options.onResult?.(result);
        return result;
      };
      const { total } = await measure('first', path);
      if (total > 1000 && !/offset=|page=/.test(path)) await measure('last', withOffset(path, total - 15));
    }
  } finally {
    await explain.close();
    await service.mediaWorkers.close();
    await service.close();
    await database.close();
  }
  return results;
}

const withOffset = (path: string, offset: number) =>
  path.startsWith('search') || path.startsWith('categories')
    ? `${path}${path.includes('?') ? '&' : '?'}page=${Math.floor(offset / 10)}`
    : `${path}${path.includes('?') ? '&' : '?'}offset=${offset}`;

const fillPlaceholders = (path: string, values: SiteValues): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path}: the site has no value for {${name}}`);
    return encodeURIComponent(value).replaceAll('%2C', ',');
  });

/** Whether a statement selects the page or the total of a list, as opposed to rows with known IDs. */
const isListStatement = ({ statement: { sql } }: RecordedStatement): boolean => / limit |count\(|sum\(/i.test(sql);

/** Returns a proxy of the database that appends each statement of `read` to `recorded`. */
function recordStatements(database: Database, recorded: RecordedStatement[]): Database {
  const record = (statement: CompiledStatement, parameters: unknown) =>
    recorded.push({ statement, values: bindParameters(statement, parameters) });
  const read: ReadHandle = {
    engine: database.engine,
    all: (statement, parameters) => {
      record(statement.compile(database.dialect), parameters);
      return database.read.all(statement, parameters);
    },
    first: (statement, parameters) => {
      record(statement.compile(database.dialect), parameters);
      return database.read.first(statement, parameters);
    },
  };
  return new Proxy(database, {
    get(target, name) {
      if (name === 'read') return read;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

type Send = (as: Caller, path: string) => Promise<{ status: number; total: number }>;

/** Returns a function that sends a request as a caller. Users authenticate with application passwords that are created here. */
async function createSender(service: Service, database: Database, values: SiteValues): Promise<Send> {
  const logins: Record<Exclude<Caller, 'anonymous'>, string> = {
    contributor: values.contributorLogin ?? '',
    author: values.authorLogin ?? '',
    administrator: 'admin',
  };
  const headers = new Map<Caller, Record<string, string>>([['anonymous', {}]]);
  for (const [role, login] of Object.entries(logins)) {
    const id = Number(values[`${role}Id`]);
    const { password } = await issueApplicationPassword(
      { database, key: service.key, clock: Date.now },
      { userId: id, name: `bench ${Date.now()}` },
    );
    const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
    headers.set(role as Caller, { authorization });
  }
  return async (as, path) => {
    const { status, headers: responseHeaders } = await service.dispatch(
      makeRequest('GET', `/cms/v2/${path}`, { headers: headers.get(as) ?? {} }),
    );
    return { status, total: Number(responseHeaders['X-CMS-Total'] ?? 0) };
  };
}

/** Time after which a request is no longer repeated, in milliseconds. Every request is measured three to twelve times. */
const repetitionBudgetMs = 800;

async function measureRepeatedly<T>(database: Database, cpuTime: () => number, work: () => Promise<T>) {
  const times: number[] = [];
  let result: T | undefined;
  const deadline = performance.now() + repetitionBudgetMs;
  const cpuBefore = cpuTime();
  while (times.length < 12 && (times.length < 3 || performance.now() < deadline)) {
    database.changes.recordUnknownChange();
    const began = performance.now();
    result = await work();
    times.push(performance.now() - began);
  }
  if (result === undefined) throw new Error('No repetition was measured.');
  const cpuMs = (cpuTime() - cpuBefore) / times.length;
  return { result, medianMs: median(times), maxMs: Math.max(...times), cpuMs };
}

const backendPidStatement = statement(() => sql<{ pid: number }>`select pg_backend_pid() as pid`);

/**
 * Returns a function that returns the CPU time used so far, in milliseconds, by this process and, if it runs on this
 * machine, by the PostgreSQL backend.
 */
async function cpuClock(read: ReadHandle): Promise<() => number> {
  const pid = read.engine === 'postgres' ? (await read.first(backendPidStatement, {}))?.pid : undefined;
  const backendCpuMs = () => {
    try {
      return pid === undefined ? 0 : Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return 0;
    }
  };
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + backendCpuMs();
  };
}
