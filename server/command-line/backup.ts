// octavo backup: creates, lists and restores backups.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
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
import { type DataConfig, makeDataConfig } from '../config/config.ts';
import { readSiteConfig } from '../config/site-config.ts';
import { StoreFullError, StoreUnavailableError } from '../files/store.ts';
import { type Command, CommandError } from './command.ts';
import { openFiles } from './open-files.ts';
import { withExistingService } from './open-service.ts';
import { openSite } from './open-site.ts';
import type { Output } from './output.ts';
import { printError } from './print-error.ts';
import { showProgressBar } from './progress-bar.ts';

export const backup: Command = {
  description: [
    'A backup is a consistent snapshot of all data, including uploaded files. The service can keep running during the backup.',
    'A backup can be restored on another machine, with another database engine and another file store. A restore',
    'replaces all data; everything newer than the backup is lost.',
  ],
  async run({ verb, operands: [source = ''], options, output }) {
    const config = makeDataConfig(options);
    const { name = '', to } = options.values;
    try {
      if (verb === 'create') await create(config, { name, to }, output);
      else if (verb === 'list') await list(config, output);
      else await restore(config, { source, foreign: options.switches.has('foreign') }, output);
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

function messageFor(error: unknown): string {
  if (error instanceof BackupIncompatible && error.reason === 'foreign')
    return `${error.message} To replace the current site with it, add --foreign.`;
  return [BackupBusy, BackupNotReady, BackupNotFound].some((kind) => error instanceof kind)
    ? (error as Error).message
    : describeFailure(error);
}

interface CreateOptions {
  readonly name: string;
  /** The file to write to; undefined for the backup folder. */
  readonly to: string | undefined;
}

async function create(config: DataConfig, { name, to }: CreateOptions, output: Output): Promise<void> {
  if (name.length > 200) throw new CommandError('The name of a backup may have at most 200 characters.');
  await withExistingService(config, async ({ key, clock }, database) => {
    const files = await openFiles(config);
    const origin = { site: siteFingerprint(key), home: config.home };
    if (to !== undefined) {
      const file = requireFreeFile(to);
      const lease = await acquireLease(database, clock);
      const bar = await showProgressBar(output, 1);
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
        signal: lease.lost,
        onProgress: (done) => bar.update(done),
      })
        .then(async (backup) => {
          if (!(await lease.renew())) throw lease.lost.reason;
          return backup;
        })
        .finally(async () => {
          bar.stop();
          await lease.release();
        });
      const auditEvent = { action: 'backup-created', kind: 'backup', id: path.basename(file, '.tar'), name } as const;
      await database.transaction((tx) => recordAuditEvent(tx, clock, commandLine, auditEvent));
      const contents = countsOf(createdBackup.end);
      output.write({ id: null, file, contents }, `${file}\t${formatContents(contents)}`);
      return;
    }
    const folder = openBackupFolder(config.backups);
    const onFailure = (error: unknown) => printError(error, output);
    const backups = openBackups({ database, files, folder, origin, extensions: [], clock }, onFailure);
    const { record, done } = await backups.create(name, commandLine);
    const bar = await showProgressBar(output, 1);
    const progressTimer = setInterval(async () => bar.update((await folder.find(record.id))?.progress ?? 0), 500);
    const createdBackup = await done.finally(() => {
      clearInterval(progressTimer);
      bar.stop();
    });
    if (createdBackup.state !== 'ready') throw new CommandError(createdBackup.error ?? 'The backup failed.');
    const { id, contents } = createdBackup;
    output.write({ id, file: folder.archiveOf(id), contents }, `${id}\t${contents ? formatContents(contents) : ''}`);
  });
}

/** Returns the absolute path of a new file. Throws CommandError when the file exists or its folder does not. */
function requireFreeFile(to: string): string {
  const file = path.resolve(to);
  if (existsSync(file)) throw new CommandError(`${file} already exists; backups never overwrite files.`);
  if (!statSync(path.dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`No such folder: ${path.dirname(file)}.`);
  return file;
}

async function list(config: DataConfig, output: Output): Promise<void> {
  const backups = (await openBackupFolder(config.backups).list()).map(({ id, state, made: startedAt, size, name }) => ({
    ...{ id, state, startedAt, size, name },
  }));
  const lines = backups.map(({ id, state, startedAt, size, name }) =>
    [id, state, startedAt, `${(size / 1024 / 1024).toFixed(1)} MiB`, name].join('\t'),
  );
  output.write({ backups }, ...lines);
}

interface RestoreOptions {
  /** The path of a file, or the ID of a backup. */
  readonly source: string;
  readonly foreign: boolean;
}

async function restore(config: DataConfig, { source, foreign }: RestoreOptions, output: Output): Promise<void> {
  const archive = await archiveOf(config, source);
  const { extensions } = await readSiteConfig(config);
  // An unusable backup is rejected before anything is created.
  requireCompatibleVersion(await readHeader(archive), extensions);
  await checkBackup(archive);
  const files = await openFiles(config);
  const { database } = await openSite(config, { canMigrate: true });
  const bar = await showProgressBar(output, 1);
  try {
    const lease = await acquireLease(database, Date.now);
    const restoreOptions = { auditActor: commandLine, foreign, onProgress: (done: number) => bar.update(done) };
    const { end } = await restoreBackup(
      { database, files, extensions, clock: Date.now },
      archive,
      restoreOptions,
    ).finally(() => lease.release());
    bar.stop();
    const contents = countsOf(end);
    output.write({ file: archive, contents }, `Restored ${formatContents(contents)}.`);
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
