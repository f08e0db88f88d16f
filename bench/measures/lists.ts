// Measures the requests of bench/lists.ts in process, one after the other, with nothing kept from the request before.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { issueApplicationPassword } from '../../server/cms-v2/application-passwords/issue.ts';
import type { Database, ReadHandle } from '../../server/database/handle.ts';
import { migrate } from '../../server/database/migrate.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { openDatabase } from '../../server/database/open.ts';
import { bindParameters, type CompiledStatement, statement } from '../../server/database/statement.ts';
import { makeRequest } from '../../server/http/request.ts';
import { makeService, type Service } from '../../server/service.ts';
import { makeSite } from '../../server/site.ts';
import { explainer } from '../lists/explain.ts';
import { extendSite } from '../lists/extend-site.ts';
import { findValues, type SiteValues } from '../lists/site-values.ts';
import { type Asker, type ListRequest, listRequests } from '../lists.ts';
import { median } from '../load.ts';
import type { Place } from '../processes.ts';

/** What a request should take at most. Milliseconds, the median of its repetitions. */
export const listLimitMs = 20;

/** A measured request. */
export interface ListResult {
  readonly request: ListRequest;
  readonly path: string;
  readonly page: 'first' | 'last';
  readonly status: number;
  readonly total: number;
  readonly medianMs: number;
  readonly maxMs: number;
  /** Processor time of this process and, on PostgreSQL, of the one that serves it; the mean. */
  readonly cpuMs: number;
  /** The plans of the statements that looked for the page and its total, as the engine describes them. */
  readonly plans: readonly string[];
}

export interface ListOptions {
  /** Only requests whose path contains this text. */
  readonly matching?: string | undefined;
  readonly onResult?: (result: ListResult) => void;
}

interface RecordedStatement {
  readonly statement: CompiledStatement;
  readonly values: readonly unknown[];
}

/** Measures all requests on a site, which is extended first. */
export async function measureLists(place: Place, options: ListOptions = {}): Promise<ListResult[]> {
  const where = place.database
    ? ({ kind: 'postgres', url: place.database, poolSize: 1 } as const)
    : ({ kind: 'sqlite', file: `${place.data}/octavo.sqlite` } as const);
  const database = await openDatabase(where);
  await migrate(database, migrations);
  const isNew = await extendSite(database);
  const values = await findValues(database.read);
  const recorded: RecordedStatement[] = [];
  const onFault = (error: unknown) => console.error(error);
  const service = await makeService({
    database: recording(database, recorded),
    site: makeSite('http://site.test'),
    onFault,
  });
  const explain = await explainer(where);
  if (isNew) await explain.vacuum();
  const cpuTime = await cpuClock(database.read);
  const results: ListResult[] = [];
  try {
    const send = await sender(service, database, values);
    for (const request of listRequests) {
      const path = filledIn(request.path, values);
      if (options.matching && !path.includes(options.matching)) continue;
      const measure = async (page: ListResult['page'], path: string) => {
        const { answer, ...times } = await repeat(database, cpuTime, () => send(request.as, path));
        recorded.length = 0;
        database.changes.noteUnknownChange();
        await send(request.as, path);
        const plans: string[] = [];
        for (const { statement, values } of recorded.filter(isOfList))
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

const filledIn = (path: string, values: SiteValues): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path}: there is no value for ${name}`);
    return encodeURIComponent(value).replaceAll('%2C', ',');
  });

/** Whether a statement looks for the page or the total of a list, and not for rows whose ids are known. */
const isOfList = ({ statement: { sql } }: RecordedStatement): boolean => / limit |count\(|sum\(/i.test(sql);

/** The database with its reads recorded. */
function recording(database: Database, into: RecordedStatement[]): Database {
  const record = (statement: CompiledStatement, parameters: unknown) =>
    into.push({ statement, values: bindParameters(statement, parameters) });
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

type Send = (as: Asker, path: string) => Promise<{ status: number; total: number }>;

/** Sends requests as people who are signed in with application passwords. */
async function sender(service: Service, database: Database, values: SiteValues): Promise<Send> {
  const logins: Record<Exclude<Asker, 'anonymous'>, string> = {
    contributor: values.contributorLogin ?? '',
    author: values.authorLogin ?? '',
    administrator: 'admin',
  };
  const headers = new Map<Asker, Record<string, string>>([['anonymous', {}]]);
  for (const [role, login] of Object.entries(logins)) {
    const id = Number(values[`${role}Id`]);
    const { password } = await issueApplicationPassword(database, service.key, id, `bench ${Date.now()}`, Date.now);
    const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
    headers.set(role as Asker, { authorization });
  }
  return async (as, path) => {
    const { status, headers: answered } = await service.dispatch(
      makeRequest('GET', `/cms/v2/${path}`, { headers: headers.get(as) ?? {} }),
    );
    return { status, total: Number(answered['X-CMS-Total'] ?? 0) };
  };
}

/** Milliseconds that the repetitions of one request may take together. */
const timeForRepetitions = 800;

async function repeat<T>(database: Database, cpuTime: () => number, work: () => Promise<T>) {
  const times: number[] = [];
  let answer: T | undefined;
  const until = performance.now() + timeForRepetitions;
  const cpuBefore = cpuTime();
  while (times.length < 12 && (times.length < 3 || performance.now() < until)) {
    database.changes.noteUnknownChange();
    const began = performance.now();
    answer = await work();
    times.push(performance.now() - began);
  }
  if (answer === undefined) throw new Error('nothing was measured');
  const cpuMs = (cpuTime() - cpuBefore) / times.length;
  return { answer, medianMs: median(times), maxMs: Math.max(...times), cpuMs };
}

const backend = statement(() => sql<{ pid: number }>`select pg_backend_pid() as pid`);

/** Gives the processor time that the requests have taken so far, also in PostgreSQL where it is on this machine. Milliseconds. */
async function cpuClock(read: ReadHandle): Promise<() => number> {
  const pid = read.engine === 'postgres' ? (await read.first(backend, {}))?.pid : undefined;
  const ofBackend = () => {
    try {
      return pid === undefined ? 0 : Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return 0;
    }
  };
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + ofBackend();
  };
}
