// octavo backup: creates, lists and restores backups.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import progress from 'cli-progress';
import { commandLine, recordAuditEvent } from '../audit/record-event.ts';
import { isBackupId, openBackupFolder } from '../backup/backup-folder.ts';
import { openBackups } from '../backup/backups.ts';
import { checkBackup, readHeader } from '../backup/check-backup.ts';
import { requireCompatibleVersion, siteFingerprint } from '../backup/compatibility.ts';
import { BackupBusy, BackupCorrupt, BackupIncompatible, BackupNotFound, BackupNotReady } from '../backup/errors.ts';
import { describeFailure } from '../backup/failures.ts';
import { acquireLease } from '../backup/lease.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { type BackupCounts, type BackupRecord, countsOf } from '../backup/record.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { type DataConfig, dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { readSiteConfig } from '../config/site-config.ts';
import { StoreFullError, StoreUnavailableError } from '../files/store.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { openFiles } from './open-files.ts';
import { withExistingService } from './open-service.ts';
import { openSite } from './open-site.ts';
import { takeOption, takeSwitch } from './take-option.ts';

const usage =
  'Usage: octavo backup create [--name NAME] [--to FILE] | octavo backup list | octavo backup restore FILE|ID [--foreign]';

export const backup: Command = {
  help: [
    'octavo backup create [--name NAME] [--to FILE] [OPTIONS]',
    'octavo backup list [OPTIONS]',
    'octavo backup restore FILE|ID [--foreign] [OPTIONS]',
    '',
    'A backup is a consistent snapshot of all data, including uploaded files. The service can keep running during the backup.',
    'A backup can be restored on another machine, with another database engine and another file store. A restore',
    'replaces all data; everything newer than the backup is lost.',
    '',
    optionLine('name NAME', 'the name of the backup'),
    optionLine('to FILE', 'write the backup to this file instead of the backup folder'),
    optionLine('foreign', 'allow replacing the current site with a backup of another site'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: name = '', rest: others } = takeOption(args, 'name');
    const { value: to, rest: more } = takeOption(others, 'to');
    const { isPresent: foreign, rest: remainingArgs } = takeSwitch(more, 'foreign');
    const { config, rest } = dataConfig(remainingArgs, env);
    const [verb, source] = rest;
    try {
      if (verb === 'create' && rest.length === 1 && !foreign) await create(config, name, to);
      else if (verb === 'list' && rest.length === 1) await list(config);
      else if (verb === 'restore' && source !== undefined && rest.length === 2) await restore(config, source, foreign);
      else throw new UsageError(usage);
    } catch (error) {
      throw operatorErrors.some((kind) => error instanceof kind)
        ? new CommandError(messageFor(error), { cause: error })
        : error;
    }
    return 0;
  },
};

const operatorErrors = [
  ...[BackupCorrupt, BackupBusy, BackupNotReady, BackupIncompatible, BackupNotFound],
  ...[StoreFullError, StoreUnavailableError],
];

const messageFor = (error: unknown): string =>
  [BackupBusy, BackupNotReady, BackupNotFound].some((kind) => error instanceof kind)
    ? (error as Error).message
    : describeFailure(error);

async function create(config: DataConfig, name: string, to: string | undefined): Promise<void> {
  if (name.length > 200) throw new CommandError('The name of a backup may have at most 200 characters.');
  await withExistingService(config, async ({ key, clock }, database) => {
    const files = await openFiles(config);
    const origin = { site: siteFingerprint(key), home: config.home };
    if (to !== undefined) {
      const file = requireFreeFile(to);
      const lease = await acquireLease(database, clock);
      const bar = createProgressBar();
      const headerFields = {
        name,
        made: new Date(clock()).toISOString(),
        made_by: '',
        ...origin,
      };
      const createdBackup = await makeBackup({
        database,
        files,
        to: file,
        headerFields,
        onProgress: bar.update,
      }).finally(async () => {
        bar.stop();
        await lease.release();
      });
      const auditEvent = { action: 'backup-created', kind: 'backup', id: path.basename(file, '.tar'), name } as const;
      await database.transaction((tx) => recordAuditEvent(tx, clock, commandLine, auditEvent));
      console.log(`${file}\t${formatContents(countsOf(createdBackup.end))}`);
      return;
    }
    const folder = openBackupFolder(config.backups);
    const backups = openBackups({ database, files, folder, origin, extensions: [], clock }, onFailure);
    const { record, done } = await backups.create(name, commandLine);
    const bar = createProgressBar();
    const progressTimer = setInterval(async () => bar.update((await folder.find(record.id))?.progress ?? 0), 500);
    const createdBackup = await done.finally(() => {
      clearInterval(progressTimer);
      bar.stop();
    });
    if (createdBackup.state !== 'ready') throw new CommandError(createdBackup.error ?? 'The backup failed.');
    console.log(`${createdBackup.id}\t${createdBackup.contents ? formatContents(createdBackup.contents) : ''}`);
  });
}

function onFailure(error: unknown): void {
  console.error(error);
}

/** Returns the absolute path of a new file. Throws CommandError when the file exists or its folder does not. */
function requireFreeFile(to: string): string {
  const file = path.resolve(to);
  if (existsSync(file)) throw new CommandError(`${file} already exists; backups never overwrite files.`);
  if (!statSync(path.dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`No such folder: ${path.dirname(file)}.`);
  return file;
}

async function list(config: DataConfig): Promise<void> {
  for (const { id, state, size, made: startedAt, name } of await openBackupFolder(config.backups).list())
    console.log([id, state, startedAt, `${(size / 1024 / 1024).toFixed(1)} MiB`, name].join('\t'));
}

async function restore(config: DataConfig, source: string, foreign: boolean): Promise<void> {
  const archive = await archiveOf(config, source);
  const { extensions } = await readSiteConfig(config);
  // An unusable backup is rejected before anything is created.
  requireCompatibleVersion(await readHeader(archive), extensions);
  await checkBackup(archive);
  const files = await openFiles(config);
  const { database } = await openSite(config);
  const bar = createProgressBar();
  try {
    const lease = await acquireLease(database, Date.now);
    const restoreOptions = { auditActor: commandLine, foreign, onProgress: bar.update };
    const { end } = await restoreBackup(
      { database, files, extensions, clock: Date.now },
      archive,
      restoreOptions,
    ).finally(() => lease.release());
    bar.stop();
    console.log(`Restored ${formatContents(countsOf(end))}.`);
  } finally {
    bar.stop();
    await database.close();
  }
}

/** Returns the path of a file, or of the backup with this ID in the backup folder. Throws CommandError if there is neither. */
async function archiveOf(config: DataConfig, source: string): Promise<string> {
  if (existsSync(source)) return path.resolve(source);
  const folder = openBackupFolder(config.backups);
  const found: BackupRecord | undefined = isBackupId(source) ? await folder.find(source) : undefined;
  if (found?.state === 'ready') return folder.archiveOf(source);
  if (found) throw new CommandError('This backup is incomplete; restore another backup.');
  throw new CommandError(`No such file, and no backup with this ID: ${source}. Run octavo backup list for a list.`);
}

const formatContents = ({ entries, terms, users, comments, files, missing_files }: BackupCounts): string =>
  `${entries} entries, ${terms} terms, ${users} users, ${comments} comments, ${files} files${
    missing_files > 0 ? ` (${missing_files} were deleted during the backup)` : ''
  }`;

/** Returns a progress bar. It prints nothing when standard error is not a terminal. */
function createProgressBar(): { update: (done: number) => void; stop: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new progress.SingleBar(
    { format: '{bar} {percentage}% | {eta_formatted}', hideCursor: true, clearOnComplete: true },
    progress.Presets.shades_classic,
  );
  bar.start(1, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}
