// npm run cost: what requests of clients without rights cost others, all of them (test/cost tries what fits into every run).
// Prints what exceeds a limit as soon as it is found, and the dearest as a table; exits with 1 where a limit was exceeded.
import { parseArgs } from 'node:util';
import { maxGrowthBytes, openCostRun } from '../test/cost/costs.ts';
import { rowOf } from '../test/cost/findings.ts';
import { shortExtent, walkParts, wholeExtent } from '../test/cost/walk.ts';

const help = `npm run cost -- [--short] [--only PARTS] [--posts NUMBER] [--postgres ADDRESS] [--rows NUMBER]

  --short            what the test tries
  --only PARTS       some of ${walkParts.join(',')}
  --posts NUMBER     posts of the site (default: 30000)
  --postgres ADDRESS measures on PostgreSQL, in this empty database
  --rows NUMBER      how many of the dearest requests are printed (default: 40)`;

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
  const extent = values.short ? shortExtent : wholeExtent;
  const run = await openCostRun({
    ...{ posts: Number(values.posts), extent, onOffender: (cost) => console.log(rowOf(cost)) },
    ...(values.postgres !== undefined && { database: values.postgres }),
  });
  for (const part of walkParts) {
    if (values.only && !values.only.split(',').includes(part)) continue;
    const began = performance.now();
    await run.walk[part]();
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `${part}: ${seconds} s; ${run.findings.statuses()}; ${run.findings.offenders().length} beyond the limits`,
    );
  }
  const { before, after } = await run.memory();
  await run.stop();
  const grown = after.rssBytes - before.rssBytes;
  console.log(`\n${run.findings.table(Number(values.rows))}\n`);
  console.log(run.findings.failures().join('\n'));
  console.log(`memory: ${Math.round(grown / 1e6)} MB more than before`);
  const isGood = run.findings.offenders().length + run.findings.failures().length === 0 && grown <= maxGrowthBytes;
  process.exitCode = isGood ? 0 : 1;
}
