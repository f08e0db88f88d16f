// npm run bench: measures the performance budgets or, with `--only lists`, the list requests. With `--write` it updates
// docs/performance.md, performance.json and performance.svg. docs/performance.md explains the method.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Budget, budgets, isMet, type Result } from './budgets.ts';
import { measureGrowth } from './measures/growth.ts';
import { type ListResult, maxListMs, measureLists } from './measures/lists.ts';
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
import { measureMixed, measureWrites } from './measures/writes.ts';
import { ensureSite, ensureSiteOnServer, ensureSiteWithTexts, type SiteLocation } from './processes.ts';
import { chartOf, mergeRuns, type Run, replaceSection, tableOf } from './report.ts';

const help = `npm run bench -- [--quick] [--only MEASURES] [--largest POSTS] [--sites FOLDER] [--postgres URL] [--write]
npm run bench -- --only lists [--matching TEXT] [--plans] [--largest POSTS] [--sites FOLDER] [--postgres URL]

  --only lists       measure only the requests of bench/lists.ts, one after the other in this process
  --matching TEXT    measure only list requests whose path contains the text
  --plans            print the plans of all list statements, not only of slow ones
  --quick            measure for a shorter time, for a rough estimate
  --only MEASURES    comma-separated subset of reads,pages,names,real,growth,writes,mixed,start,memory,import,install
  --largest POSTS    size of the largest site, for example 1000000 (default: 100000)
  --sites FOLDER     folder of generated sites, which later runs reuse (default: in the system's temporary folder)
  --postgres URL     also measure on PostgreSQL; the user must be allowed to create databases
  --postgres-largest POSTS  size of the largest site on PostgreSQL (default: 10000)
  --write            write the results to docs/performance.md, performance.json and the chart; unmeasured results are retained`;

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
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Export file of a real site. Measurements that need it are skipped if it does not exist. */
const realExport = path.resolve(import.meta.dirname, '../../shared/data/real-site.wxr.xml');

/** Sites of one engine. They are generated on first use. */
interface Sites {
  readonly engine: string;
  of(posts: number): Promise<SiteLocation>;
}

const onSqlite: Sites = { engine: 'SQLite', of: async (posts) => ensureSite(values.sites, posts) };

const onPostgres = (server: string): Sites => ({
  engine: 'PostgreSQL',
  of: (posts) => ensureSiteOnServer(values.sites, posts, server),
});

const sampling = values.quick ? { seconds: 1, rounds: 2 } : { seconds: 2, rounds: 3 };
const isRequested = (measure: Budget['measure']) => !values.only || values.only.split(',').includes(measure);

async function measure(sites: Sites, largest: number): Promise<Run> {
  const results: Result[] = [];
  const record = async (name: Budget['measure'], work: () => Promise<Result[]> | Result[]) => {
    if (!isRequested(name)) return;
    for (const result of await work()) {
      results.push(result);
      const budget = budgets.find((each) => each.name === result.name);
      const outcome = budget && !isMet(budget, result.value) ? 'MISSED' : 'met';
      console.log(`${sites.engine}  ${result.name}: ${result.value.toPrecision(3)} (${outcome}; ${result.note})`);
    }
  };
  await record('reads', async () => measureReads(await sites.of(1000), sampling));
  await record('pages', async () => measureHotPages(await sites.of(1000), sampling));
  await record('pages', async () => measureColdPages(await sites.of(largest)));
  await record('names', async () => measureNames(await sites.of(1000), await sites.of(10_000), sampling.seconds));
  if (sites.engine === 'SQLite' && existsSync(realExport))
    await record('real', async () =>
      measureRealTexts(await ensureSiteWithTexts(values.sites, realExport, 10_000), sampling),
    );
  await record('mixed', async () => measureMixed(await sites.of(1000), sampling.seconds * 2));
  const hotReads = values.quick ? 50_000 : 1_000_000;
  await record('memory', async () => [
    ...(await measureMemory(await sites.of(1000), hotReads)),
    await measureMemoryOfNames(await sites.of(1000), hotReads),
  ]);
  await record('growth', async () =>
    measureGrowth(await sites.of(1000), await sites.of(10_000), await sites.of(largest)),
  );
  await record('start', async () => measureStart(await sites.of(largest)));
  await record('writes', async () => measureWrites(await sites.of(10_000), sampling.seconds * 2));
  await record('import', measureImport);
  await record('install', measureInstall);
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
    locations.push(await ensureSiteOnServer(folder, posts, values.postgres, `octavo_bench_lists_${posts}`));
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

if (values.help) console.log(help);
else if (values.only === 'lists') await reportLists();
else {
  const runs = [await measure(onSqlite, Number(values.largest))];
  if (values.postgres) runs.push(await measure(onPostgres(values.postgres), Number(values['postgres-largest'])));
  const resultsFile = path.resolve(import.meta.dirname, '../docs/performance.json');
  const all = values.write
    ? mergeRuns(existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : [], runs)
    : runs;
  const machine = `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), largest site ${withThousandsSeparators(values.largest)} posts; on PostgreSQL ${withThousandsSeparators(values['postgres-largest'])}.`;
  const table = `${machine}\n\n${tableOf(budgets, all)}`;
  console.log(`\n${table}`);
  if (values.write) {
    const document = path.resolve(import.meta.dirname, '../docs/performance.md');
    writeFileSync(document, replaceSection(readFileSync(document, 'utf8'), 'results', table));
    writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
    const [first] = all;
    if (first) writeFileSync(document.replace('.md', '.svg'), chartOf(budgets, first));
  }
}
