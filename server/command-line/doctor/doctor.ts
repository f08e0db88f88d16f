// octavo doctor: checks the configuration, the data and the environment of the service without changing anything.
import { makeServeConfig, type ServeConfig } from '../../config/config.ts';
import { type Environment, type OptionValues, settingName } from '../../config/options.ts';
import { type Declarations, readSiteConfig } from '../../config/site-config.ts';
import { findSiteConfig } from '../../config/site-config-file.ts';
import { readSiteTheme } from '../../config/site-theme.ts';
import type { ReadOnlyDatabase } from '../../database/read-only-database.ts';
import type { Command } from '../command.ts';
import { findEnvironmentFile } from '../environment-file.ts';
import { checkAdmin } from './admin-check.ts';
import { type CheckResult, ok, runCheck } from './check-result.ts';
import {
  checkBackups,
  checkDataFolder,
  checkDisk,
  checkFiles,
  checkPermissions,
  checkSecrets,
  checkVariables,
} from './data-checks.ts';
import {
  checkDatabase,
  checkDatabaseClock,
  checkIntegrity,
  checkReplicas,
  openAction,
  openForChecks,
  replicaAction,
} from './database-checks.ts';
import { checkMailServer, checkPort, checkPublicUrl } from './network-checks.ts';

export const doctor: Command = {
  description: [
    'Checks the configuration, the data folder and its permissions, the disk, the database and its replicas, the clocks, the file',
    'store, the backups, the mail server and the public URL, and prints what to do about each problem. Run it with the same options and',
    'environment variables as the service, whether the service is running or not. It changes nothing, except that it stores and',
    'deletes a small object if files are stored in a bucket, and connects to the mail server without sending email.',
    '',
    'The exit code is 1 if there is a problem, otherwise 0. Warnings do not change it.',
  ],
  async run({ options, env, output }) {
    const results = await runChecks(options, env);
    const countOf = (result: CheckResult['result']) => results.filter((each) => each.result === result).length;
    const [warnings, problems] = [countOf('warning'), countOf('problem')];
    output.write(
      { checks: results, ok: countOf('ok'), warnings, problems },
      ...results.flatMap(formatResult),
      '',
      `${countOf('ok')} ok, ${count(warnings, 'warning')}, ${count(problems, 'problem')}.`,
    );
    return problems > 0 ? 1 : 0;
  },
};

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const formatResult = ({ check, result, message, action }: CheckResult): string[] => [
  `${result.padEnd(8)} ${check.padEnd(18)} ${message}`,
  ...(action === '' ? [] : [`${' '.repeat(28)}What to do: ${action}`]),
];

/** Runs all checks, and returns their results in a fixed order. */
async function runChecks(options: OptionValues, env: Environment): Promise<CheckResult[]> {
  let config: ServeConfig | undefined;
  let declarations: Declarations | undefined;
  const correct = 'Correct this setting; docs/configuration.md describes its values.';
  const configuration = await runCheck('configuration', correct, async () => {
    config = makeServeConfig(options, env);
    declarations = await readSiteConfig(config);
    readSiteTheme(config);
    return ok('configuration', 'The configuration is valid.');
  });
  const variables = checkVariables(env);
  if (!config) return [...configuration, variables];
  const [known, file] = [config, declarations && findSiteConfig(config)];
  const mailFile = declarations?.config.mail?.server === undefined ? undefined : file;
  const secretFiles = [mailFile, findEnvironmentFile()].filter((each) => each !== undefined);
  const dataAction = `Correct ${settingName(known.sources, 'data')}, or the permissions of the folder.`;
  const folder = await runCheck('data-folder', dataAction, () => checkDataFolder(known));
  const hasFolder = folder.every(({ result }) => result === 'ok');
  const environment = await Promise.all([
    runCheck('file-permissions', 'Check the permissions of the data folder.', () =>
      checkPermissions(known, secretFiles),
    ),
    hasFolder ? runCheck('disk-space', 'Check the disk of the data folder.', () => checkDisk(known)) : [],
    checkStoredData({ config: known, values: options.values, declarations, env, hasFolder }),
    runCheck('admin', `Correct ${settingName(known.sources, 'admin')}.`, async () => checkAdmin(known)),
    runCheck('files', `Correct ${settingName(known.sources, 'files')}.`, () => checkFiles(known, env)),
    runCheck('backups', `Correct ${settingName(known.sources, 'backups')}.`, () => checkBackups(known, Date.now())),
    checkNetwork(known),
  ]);
  return [...configuration, variables, ...folder, ...environment.flat()];
}

/** Checks the port and then the public URL, which the service must serve. */
async function checkNetwork(config: ServeConfig): Promise<CheckResult[]> {
  let isRunning = false;
  const port = await runCheck('port', `Correct ${settingName(config.sources, 'port')}.`, async (signal) => {
    const found = await checkPort(config, signal);
    isRunning = found.isRunning;
    return found.result;
  });
  const action = `Check ${settingName(config.sources, 'home')}, the DNS records and the reverse proxy.`;
  return [...port, ...(await runCheck('public-url', action, (signal) => checkPublicUrl(config, isRunning, signal)))];
}

/** The settings that the checks of the database and of mail need. */
interface StoredDataDeps {
  readonly config: ServeConfig;
  readonly values: OptionValues['values'];
  readonly declarations: Declarations | undefined;
  readonly env: Environment;
  /** Whether the data folder is usable. */
  readonly hasFolder: boolean;
}

/** Checks the database, the clocks, the secrets, and the mail server, which may be set in the database. */
async function checkStoredData(deps: StoredDataDeps): Promise<CheckResult[]> {
  const { config, values, declarations, env, hasFolder } = deps;
  let database: ReadOnlyDatabase | undefined;
  const results: CheckResult[] = [];
  try {
    if (hasFolder || config.database !== undefined)
      results.push(
        ...(await runCheck('database', openAction(config), async () => {
          database = await openForChecks(config);
          return checkDatabase(database, declarations?.extensions ?? []);
        })),
      );
    const opened = database;
    const isCurrent = opened !== undefined && results.every(({ result }) => result === 'ok');
    const secrets = checkSecrets({ sources: config.sources, values }, env, isCurrent);
    const others = await Promise.all([
      opened ? runCheck('database-integrity', 'Restore a backup.', () => checkIntegrity(opened)) : [],
      opened ? runCheck('replicas', replicaAction(config), () => checkReplicas(config)) : [],
      opened ? runCheck('clock', 'Synchronize the clocks with NTP.', () => checkDatabaseClock(opened)) : [],
      secrets,
      declarations
        ? runCheck(
            'mail',
            `Correct ${settingName(config.sources, 'mail')}, or the mail settings of the site.`,
            (signal) => checkMailServer(config, declarations, isCurrent ? opened : undefined, signal),
          )
        : [],
    ]);
    return [...results, ...others.flat()];
  } finally {
    await database?.close();
  }
}
