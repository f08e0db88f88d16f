// npm run audit: asks the npm registry for known vulnerabilities of the locked packages. Fails if there are any of high severity, or if
// the registry does not respond. Succeeds if the registry has no such service, as many mirrors have none.
import { spawnSync } from 'node:child_process';

/** The output of `npm audit --json`: a report, or the response of the registry. */
interface AuditReport {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> };
  readonly message?: string;
  readonly statusCode?: number;
}

/** Status codes of registries that do not offer an audit. */
const notOffered: readonly (number | undefined)[] = [404, 405, 501];

const { status, stdout, stderr } = spawnSync('npm', ['audit', '--json', '--audit-level=high'], { encoding: 'utf8' });
if (stdout.trim() === '') throw new Error(`npm audit printed no report:\n${stderr}`);
const report: AuditReport = JSON.parse(stdout);
if (report.metadata) {
  const { info = 0, low = 0, moderate = 0, high = 0, critical = 0 } = report.metadata.vulnerabilities;
  console.log(
    `Vulnerabilities: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low, ${info} informational.`,
  );
  if (status !== 0) console.log('Run npm audit for details.');
  process.exitCode = status ?? 1;
} else if (notOffered.includes(report.statusCode)) console.log(`The registry offers no audit: ${report.message}`);
else {
  console.error(`The audit failed: ${report.message}`);
  process.exitCode = 1;
}
