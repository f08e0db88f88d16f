// npm run bench: measures every budget and writes docs/performance.md. See there how it is done.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Budget, budgets, isMet, type Result } from './budgets.ts';
import { measureGrowth } from './measures/growth.ts';
import { type ListResult, listLimitMs, measureLists } from './measures/lists.ts';
import { measureNames } from './measures/names.ts';
import { measureReads, measureRealTexts } from './measures/reads.ts';
import {
  measureImport,
  measureInstall,
  measureMemory,
  measureMemoryOfNames,
  measureStart,
} from './measures/running.ts';
import { measureMixed, measureWrites } from './measures/writes.ts';
import { type Place, siteOf, siteOfTexts, siteOnServer } from './processes.ts';
import { chartOf, mergeRuns, type Run, tableOf, withPart } from './report.ts';

const help = `npm run bench -- [--quick] [--only MEASURES] [--largest POSTS] [--sites FOLDER] [--postgres ADDRESS] [--write]
npm run bench -- --only lists [--matching TEXT] [--plans] [--largest POSTS] [--sites FOLDER] [--postgres ADDRESS]

  --only lists       each request of bench/lists.ts, one after the other in this process, and nothing else
  --matching TEXT    only requests of lists whose path contains the text
  --plans            the plans of all statements of lists, not only of those that are slow
  --quick            short rounds, for a first look
  --only MEASURES    some of reads,names,real,growth,writes,mixed,start,memory,import,install
  --largest POSTS    the largest site, 1000000 on request (default: 100000)
  --sites FOLDER     where generated sites are kept for the next time (default: in the system's folder for temporary files)
  --postgres ADDRESS also measures on PostgreSQL; the address leads to a server where databases may be made
  --postgres-largest POSTS  the largest site there (default: 10000)
  --write            writes the results into docs/performance.md and its chart; what was not measured stays as it was`;

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

/** A real export with texts of every kind, where it is at hand. */
const realExport = path.resolve(import.meta.dirname, '../../shared/data/real-site.wxr.xml');

/** The sites of one engine, made when they are first asked for. */
interface Sites {
  readonly engine: string;
  of(posts: number): Promise<Place>;
}

const onSqlite: Sites = { engine: 'SQLite', of: async (posts) => siteOf(values.sites, posts) };

const onPostgres = (server: string): Sites => ({
  engine: 'PostgreSQL',
  of: (posts) => siteOnServer(values.sites, posts, server),
});

const pace = values.quick ? { seconds: 1, rounds: 2 } : { seconds: 2, rounds: 3 };
const wanted = (measure: Budget['measure']) => !values.only || values.only.split(',').includes(measure);

async function measure(sites: Sites, largest: number): Promise<Run> {
  const results: Result[] = [];
  const note = async (name: Budget['measure'], work: () => Promise<Result[]> | Result[]) => {
    if (!wanted(name)) return;
    for (const result of await work()) {
      results.push(result);
      const budget = budgets.find((each) => each.name === result.name);
      const verdict = budget && !isMet(budget, result.value) ? 'MISSED' : 'met';
      console.log(`${sites.engine}  ${result.name}: ${result.value.toPrecision(3)} (${verdict}; ${result.note})`);
    }
  };
  await note('reads', async () => measureReads(await sites.of(1000), pace));
  await note('names', async () => measureNames(await sites.of(1000), await sites.of(10_000), pace.seconds));
  if (sites.engine === 'SQLite' && existsSync(realExport))
    await note('real', async () => measureRealTexts(await siteOfTexts(values.sites, realExport, 10_000), pace));
  await note('mixed', async () => measureMixed(await sites.of(1000), pace.seconds * 2));
  const hotReads = values.quick ? 50_000 : 1_000_000;
  await note('memory', async () => [
    ...(await measureMemory(await sites.of(1000), hotReads)),
    await measureMemoryOfNames(await sites.of(1000), hotReads),
  ]);
  await note('growth', async () =>
    measureGrowth(await sites.of(1000), await sites.of(10_000), await sites.of(largest)),
  );
  await note('start', async () => measureStart(await sites.of(largest)));
  await note('writes', async () => measureWrites(await sites.of(10_000), pace.seconds * 2));
  await note('import', measureImport);
  await note('install', measureInstall);
  return { engine: sites.engine, results };
}

/** Measures the requests of lists on sites of their own, to which more than posts is added, and prints each as it comes. */
async function reportLists(): Promise<void> {
  const folder = path.join(values.sites, 'lists');
  const posts = Number(values.largest);
  const places = [await siteOf(folder, posts)];
  if (values.postgres) places.push(await siteOnServer(folder, posts, values.postgres, `octavo_bench_lists_${posts}`));
  for (const place of places) {
    console.log(
      `${place.database ? 'PostgreSQL' : 'SQLite'}, ${inGroups(values.largest)} posts: median, slowest and processor time in ms`,
    );
    const onResult = (result: ListResult) => console.log(lineOf(result));
    const results = await measureLists(place, { matching: values.matching, onResult });
    const slow = results.filter(({ medianMs }) => medianMs > listLimitMs);
    console.log(`${slow.length} of ${results.length} take longer than ${listLimitMs} ms.`);
  }
}

function lineOf({ request, path: asked, page, status, total, medianMs, maxMs, cpuMs, plans }: ListResult): string {
  const isSlow = medianMs > listLimitMs;
  const figures = [medianMs, maxMs, cpuMs].map((value) => value.toFixed(1).padStart(8)).join('');
  const line = `${isSlow ? '!' : ' '}${figures}  ${status} ${String(total).padStart(7)}  ${page.padEnd(5)} ${request.as}: ${asked.slice(0, 120)}`;
  return [line, ...(isSlow || values.plans ? plans.map((plan) => `      ${plan}`) : [])].join('\n');
}

const inGroups = (number: string) => Number(number).toLocaleString('en').replaceAll(',', ' ');

if (values.help) console.log(help);
else if (values.only === 'lists') await reportLists();
else {
  const runs = [await measure(onSqlite, Number(values.largest))];
  if (values.postgres) runs.push(await measure(onPostgres(values.postgres), Number(values['postgres-largest'])));
  const kept = path.resolve(import.meta.dirname, '../docs/performance.json');
  const all = values.write ? mergeRuns(existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : [], runs) : runs;
  const machine = `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), largest site ${inGroups(values.largest)} posts; on PostgreSQL ${inGroups(values['postgres-largest'])}.`;
  const table = `${machine}\n\n${tableOf(budgets, all)}`;
  console.log(`\n${table}`);
  if (values.write) {
    const document = path.resolve(import.meta.dirname, '../docs/performance.md');
    writeFileSync(document, withPart(readFileSync(document, 'utf8'), 'results', table));
    writeFileSync(kept, `${JSON.stringify(all, null, 2)}\n`);
    const [first] = all;
    if (first) writeFileSync(document.replace('.md', '.svg'), chartOf(budgets, first));
  }
}
