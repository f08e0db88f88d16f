// npm run bench: measures the performance budgets or, with `--only lists`, the list requests. With `--write` it updates
// docs/performance.md, performance.json and performance.svg, and appends to bench/history.jsonl. docs/performance.md explains the method.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { currentCommit, extractCommit } from './baseline.ts';
import { budgets, type Engine, isMet, type Measure, measures, type Result } from './budgets.ts';
import { appendHistory, type HistoryEntry, readHistory, withRegressions } from './history.ts';
import { measureColdReads } from './measures/cold.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureLargeImport } from './measures/import.ts';
import { type ListResult, maxListMs, measureLists } from './measures/lists.ts';
import { measureBackup, measureMigration } from './measures/maintenance.ts';
import { measureReadsDuringWrites, measureSearchesDuringWrites } from './measures/mixed.ts';
import { measureNames } from './measures/names.ts';
import { measureColdPages, measureHotPages } from './measures/pages.ts';
import { measureReads, measureRealTexts } from './measures/reads.ts';
import {
  measureImport,
  measureInstall,
  measureMemory,
  measureMemoryOfNames,
  measureStart,
} from './measures/running.ts';
import { measureBaseline, measureBatches, measureBursts, measureSustained } from './measures/writes.ts';
import { ensureSite, ensureSiteOnServer, ensureSiteWithTexts, type SiteLocation, stopServices } from './processes.ts';
import { chartOf, mergeRuns, type Run, replaceSection, tableOf } from './report.ts';

const help = `npm run bench -- [--quick] [--only MEASURES] [--largest POSTS] [--sites FOLDER] [--postgres URL] [--baseline COMMIT] [--write]
npm run bench -- --only lists [--matching TEXT] [--plans] [--largest POSTS] [--sites FOLDER] [--postgres URL]

  --only lists       measure only the requests of bench/lists.ts, one after the other in this process
  --matching TEXT    measure only list requests whose path contains the text
  --plans            print the plans of all list statements, not only of slow ones
  --quick            measure for a shorter time, for a rough estimate: about ten minutes for both engines on two cores,
                     without the time for the generation of the sites
  --only MEASURES    comma-separated subset of these groups:
                     reads       hot and cold reads of an item and of lists
                     cold        cold searches, slugs, tags, categories, site index and OPTIONS
                     pages       pages of the site
                     names       the compatible mount compared with the native one
                     real        reads of real texts (only on SQLite, and only if the export file of a real site exists)
                     growth      reads of a large site compared with a small one
                     writes      bursts of creates, updates, comments, terms and trashed posts
                     sustained   creates for 60 seconds until the search index contains them; event loop delay
                     batch       batches of 25 creates
                     mixed       reads during 200 writes per second; searches during writes
                     baseline    creates compared with another commit (only on PostgreSQL, and only with --baseline)
                     start       startup time
                     maintenance backup and restore of the largest site
                     migration   migration of the largest site from another commit (only with --baseline)
                     memory      memory usage
                     import      imports of a real site and of 10,000 posts
                     install     size of an installation
  --largest POSTS    size of the largest site, for example 1000000 (default: 100000)
  --sites FOLDER     folder of generated sites, which later runs reuse (default: in the system's temporary folder)
  --postgres URL     also measure on PostgreSQL; the user must be allowed to create databases. Writes also run in pgbench,
                     which the Debian package postgresql-contrib contains
  --postgres-largest POSTS  size of the largest site on PostgreSQL (default: 10000)
  --engine ENGINE    measure only on sqlite or only on postgres
  --baseline COMMIT  compare creates on PostgreSQL with this commit, and migrate its database
  --write            write the results to docs/performance.md, performance.json and the chart, in which unmeasured results are
                     retained. Without --quick, also append them to bench/history.jsonl, with which later runs are compared`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    matching: { type: 'string' },
    plans: { type: 'boolean', default: false },
    largest: { type: 'string', default: '100000' },
    sites: { type: 'string', default: path.join(tmpdir(), 'octavo-bench-sites') },
    postgres: { type: 'string' },
    'postgres-largest': { type: 'string', default: '10000' },
    engine: { type: 'string' },
    baseline: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Export file of a real site. Measurements that need it are skipped if it does not exist. */
const realExport = path.resolve(import.meta.dirname, '../../shared/data/real-site.wxr.xml');

/** Results of earlier runs. */
const historyFile = path.join(import.meta.dirname, 'history.jsonl');

/** Sites of one engine. They are generated on first use. */
interface Sites {
  readonly engine: Engine;
  /** URL of the PostgreSQL server, if the engine is PostgreSQL. */
  readonly server?: string;
  of(posts: number): Promise<SiteLocation>;
}

const onSqlite: Sites = { engine: 'SQLite', of: async (posts) => ensureSite(values.sites, posts) };

const onPostgres = (server: string): Sites => ({
  engine: 'PostgreSQL',
  server,
  of: (posts) => ensureSiteOnServer(values.sites, posts, server),
});

/** Durations and numbers of measurements. */
const sampling = values.quick ? { seconds: 1, rounds: 2 } : { seconds: 2, rounds: 3 };
const extent = values.quick
  ? { burstSeconds: 2, sustainedSeconds: 10, mixedSeconds: 3, namesRuns: 1, hotReads: 50_000, importedPosts: 1000 }
  : {
      burstSeconds: 5,
      sustainedSeconds: 60,
      mixedSeconds: 10,
      namesRuns: 5,
      hotReads: 1_000_000,
      importedPosts: 10_000,
    };

const requestedMeasures = values.only?.split(',');
const isRequested = (measure: Measure) => requestedMeasures?.includes(measure) ?? true;

type Work = () => Promise<Result[]> | Result[];

/** Returns the measurements of an engine in the order in which they run. */
function worksOf(sites: Sites, largest: number): readonly (readonly [Measure, Work])[] {
  const { engine, server } = sites;
  const { burstSeconds, sustainedSeconds, mixedSeconds, namesRuns, hotReads, importedPosts } = extent;
  const isReal = engine === 'SQLite' && existsSync(realExport);
  return [
    ['reads', async () => measureReads(await sites.of(1000), sampling)],
    ['cold', async () => measureColdReads(await sites.of(1000), sampling)],
    ['pages', async () => measureHotPages(await sites.of(1000), sampling)],
    ['pages', async () => measureColdPages(await sites.of(largest))],
    [
      'names',
      async () => {
        const options = { seconds: sampling.seconds, runs: namesRuns };
        return measureNames(await sites.of(1000), await sites.of(10_000), options);
      },
    ],
    [
      'real',
      async () =>
        isReal ? measureRealTexts(await ensureSiteWithTexts(values.sites, realExport, 10_000), sampling) : [],
    ],
    ['mixed', async () => measureReadsDuringWrites(await sites.of(1000), mixedSeconds)],
    ['mixed', async () => measureSearchesDuringWrites(await sites.of(10_000), mixedSeconds)],
    ['memory', async () => measureMemory(await sites.of(1000), hotReads)],
    ['memory', async () => [await measureMemoryOfNames(await sites.of(1000), hotReads)]],
    ['growth', async () => measureGrowth(await sites.of(1000), await sites.of(10_000), await sites.of(largest))],
    ['start', async () => measureStart(await sites.of(largest), server)],
    ['maintenance', async () => measureBackup(await sites.of(largest), server)],
    ['migration', async () => (values.baseline ? migrateFrom(values.baseline, sites, largest) : [])],
    ['writes', async () => measureBursts(await sites.of(10_000), burstSeconds)],
    ['sustained', async () => measureSustained(await sites.of(10_000), sustainedSeconds)],
    ['batch', async () => measureBatches(await sites.of(10_000), burstSeconds)],
    ['baseline', () => (server && values.baseline ? compareWith(values.baseline, server, sites) : [])],
    ['import', measureImport],
    ['import', async () => [await measureLargeImport({ folder: values.sites, server, posts: importedPosts })]],
    ['install', measureInstall],
  ];
}

/** Compares creates on PostgreSQL with those of another commit, on a site that the commit generates. */
async function compareWith(name: string, server: string, sites: Sites): Promise<Result[]> {
  const { commit, folder, program } = extractCommit(values.sites, name);
  const posts = 10_000;
  const location = await ensureSiteOnServer(folder, posts, server, {
    name: `octavo_bench_${commit}_${posts}`,
    program,
  });
  return measureBaseline(await sites.of(posts), { location, commit }, extent.burstSeconds);
}

/** Measures the migration of a site that another commit has generated. */
async function migrateFrom(name: string, { server }: Sites, posts: number): Promise<Result[]> {
  const { commit, folder, program } = extractCommit(values.sites, name);
  const location = server
    ? await ensureSiteOnServer(folder, posts, server, { name: `octavo_bench_${commit}_${posts}`, program })
    : ensureSite(folder, posts, { program });
  return measureMigration(location, commit);
}

/** Measures the requested groups on an engine and prints each result. A group that fails is reported, and the others are measured. */
async function measure(sites: Sites, largest: number): Promise<Run> {
  const results: Result[] = [];
  for (const [name, work] of worksOf(sites, largest)) {
    if (!isRequested(name)) continue;
    try {
      for (const result of await work()) {
        const limit = budgets.find((each) => each.name === result.name)?.limits[sites.engine];
        if (!limit) continue;
        results.push(result);
        const outcome = isMet(limit, result.value) ? 'met' : 'MISSED';
        console.log(`${sites.engine}  ${result.name}: ${result.value.toPrecision(3)} (${outcome}; ${result.note})`);
      }
    } catch (error) {
      console.error(`${sites.engine}  ${name}: FAILED`, error);
      await stopServices();
      process.exitCode = 1;
    }
  }
  return { engine: sites.engine, results };
}

/**
 * Measures the list requests on sites that bench/lists/extend-site.ts has extended, and prints each result as soon as it is
 * available.
 */
async function reportLists(): Promise<void> {
  const folder = path.join(values.sites, 'lists');
  const posts = Number(values.largest);
  const locations = [await ensureSite(folder, posts)];
  if (values.postgres)
    locations.push(await ensureSiteOnServer(folder, posts, values.postgres, { name: `octavo_bench_lists_${posts}` }));
  for (const location of locations) {
    console.log(
      `${location.database ? 'PostgreSQL' : 'SQLite'}, ${withThousandsSeparators(values.largest)} posts: median, maximum and CPU time in ms`,
    );
    const onResult = (result: ListResult) => console.log(lineOf(result));
    const results = await measureLists(location, { pathFilter: values.matching, onResult });
    const slow = results.filter(({ medianMs }) => medianMs > maxListMs);
    console.log(`${slow.length} of ${results.length} take longer than ${maxListMs} ms.`);
  }
}

function lineOf({
  request,
  path: requestedPath,
  page,
  status,
  total,
  medianMs,
  maxMs,
  cpuMs,
  plans,
}: ListResult): string {
  const isSlow = medianMs > maxListMs;
  const figures = [medianMs, maxMs, cpuMs].map((value) => value.toFixed(1).padStart(8)).join('');
  const line = `${isSlow ? '!' : ' '}${figures}  ${status} ${String(total).padStart(7)}  ${page.padEnd(5)} ${request.as}: ${requestedPath.slice(0, 120)}`;
  return [line, ...(isSlow || values.plans ? plans.map((plan) => `      ${plan}`) : [])].join('\n');
}

const withThousandsSeparators = (number: string) => Number(number).toLocaleString('en').replaceAll(',', ' ');

/** Measures the requested groups on the requested engines. Returns the results with their regressions. */
async function measureAll(machine: string): Promise<{ runs: Run[]; entries: HistoryEntry[] }> {
  mkdirSync(values.sites, { recursive: true });
  const history = readHistory(historyFile);
  const runs: Run[] = [];
  const entries: HistoryEntry[] = [];
  for (const sites of [onSqlite, ...(values.postgres ? [onPostgres(values.postgres)] : [])]) {
    const { engine } = sites;
    if (values.engine && values.engine !== (engine === 'SQLite' ? 'sqlite' : 'postgres')) continue;
    const largest = Number(engine === 'SQLite' ? values.largest : values['postgres-largest']);
    const { results } = await measure(sites, largest);
    runs.push({ engine, results: withRegressions(results, { machine, engine, largest }, budgets, history) });
    const date = new Date().toISOString().slice(0, 10);
    const measured = Object.fromEntries(results.map(({ name, value }) => [name, Number(value.toPrecision(4))]));
    entries.push({ date, commit: currentCommit(), machine, engine, largest, values: measured });
  }
  return { runs, entries };
}

/** Measures, prints the table and, with `--write`, writes it to the documents. */
async function report(): Promise<void> {
  const unknown = requestedMeasures?.filter((name) => !(measures as readonly string[]).includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`Unknown measures: ${unknown.join(', ')}.`);
  const machine = `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()})`;
  const { runs, entries } = await measureAll(machine);
  const resultsFile = path.resolve(import.meta.dirname, '../docs/performance.json');
  const previous = existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Run[]) : [];
  const all = values.write ? mergeRuns(budgets, previous, runs) : runs;
  const sizes = `largest site ${withThousandsSeparators(values.largest)} posts; on PostgreSQL ${withThousandsSeparators(values['postgres-largest'])}.`;
  const table = `${machine}, ${sizes}\n\n${tableOf(budgets, all)}`;
  console.log(`\n${table}`);
  if (!values.write) return;
  const document = path.resolve(import.meta.dirname, '../docs/performance.md');
  writeFileSync(document, replaceSection(readFileSync(document, 'utf8'), 'results', table));
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
  const [first] = all;
  if (first) writeFileSync(document.replace('.md', '.svg'), chartOf(budgets, first));
  if (!values.quick) appendHistory(historyFile, entries);
}

if (values.help) console.log(help);
else if (values.only === 'lists') await reportLists();
else await report();
