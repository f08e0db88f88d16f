// npm run cost: measures how expensive the requests of unprivileged clients are for other clients. It measures all requests
// unless `--short` or `--only` is set; test/cost measures a subset. Prints each request that exceeds a limit as soon as it is
// found, and at the end a table of the most expensive requests. Exits with 1 if a limit was exceeded or a request failed.
import { parseArgs } from 'node:util';
import { maxGrowthBytes, openCostRun } from '../test/cost/costs.ts';
import { rowOf } from '../test/cost/findings.ts';
import { fullLimits, shortLimits, walkSteps } from '../test/cost/walk.ts';

const help = `npm run cost -- [--short] [--only PARTS] [--posts NUMBER] [--postgres URL] [--rows NUMBER]

  --short            measure only the requests that the test measures
  --only PARTS       comma-separated subset of ${walkSteps.join(',')}
  --posts NUMBER     number of posts (default: 30000)
  --postgres URL     measure on PostgreSQL, in this empty database
  --rows NUMBER      number of most expensive requests to print (default: 40)`;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    posts: { type: 'string', default: '30000' },
    postgres: { type: 'string' },
    rows: { type: 'string', default: '40' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(help);
else {
  const extent = values.short ? shortLimits : fullLimits;
  const run = await openCostRun({
    ...{ posts: Number(values.posts), extent, onOffender: (cost) => console.log(rowOf(cost)) },
    ...(values.postgres !== undefined && { database: values.postgres }),
  });
  for (const part of walkSteps) {
    if (values.only && !values.only.split(',').includes(part)) continue;
    const began = performance.now();
    await run.walk[part]();
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `${part}: ${seconds} s; ${run.findings.statuses()}; ${run.findings.offenders().length} exceed the limits`,
    );
  }
  const { before, after } = await run.memory();
  await run.stop();
  const growthBytes = after.rssBytes - before.rssBytes;
  console.log(`\n${run.findings.table(Number(values.rows))}\n`);
  console.log(run.findings.failures().join('\n'));
  console.log(`memory growth: ${Math.round(growthBytes / 1e6)} MB`);
  const isGood =
    run.findings.offenders().length + run.findings.failures().length === 0 && growthBytes <= maxGrowthBytes;
  process.exitCode = isGood ? 0 : 1;
}
