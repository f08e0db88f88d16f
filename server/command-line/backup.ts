// octavo backup create|list|restore
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import progress from 'cli-progress';
import { commandLine, noteDeed } from '../audit/note.ts';
import { openBackups } from '../backup/backups.ts';
import { checkBackup, headOf } from '../backup/check-backup.ts';
import { claimWork } from '../backup/claim.ts';
import { BackupBroken, BackupBusy, BackupNotReady, BackupUnfit, BackupUnknown } from '../backup/errors.ts';
import { sentenceOf } from '../backup/failures.ts';
import { requireKnown, siteName } from '../backup/fit.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { isBackupId, openPlace } from '../backup/place.ts';
import { type BackupRecord, type Contents, contentsOf } from '../backup/record.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { type DataConfig, dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { readSiteConfig } from '../config/site-config.ts';
import { StoreFull, StoreUnavailable } from '../files/store.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { openFiles } from './open-files.ts';
import { withExistingService } from './open-service.ts';
import { openSite } from './open-site.ts';
import { takeOption, takeSwitch } from './take-option.ts';

const usage =
  'Call it so: octavo backup create [--name NAME] [--to FILE], octavo backup list, or: octavo backup restore FILE|ID [--foreign]';

export const backup: Command = {
  help: [
    'octavo backup create [--name NAME] [--to FILE] [OPTIONS]',
    'octavo backup list [OPTIONS]',
    'octavo backup restore FILE|ID [--foreign] [OPTIONS]',
    '',
    'A backup has everything that is stored, uploaded files too, as it was at one moment; the service may go on meanwhile.',
    'It can be restored on another machine, into another kind of database and another place for files. Restoring replaces',
    'everything: what is newer than the backup is gone then.',
    '',
    optionLine('name NAME', 'what the backup is called'),
    optionLine('to FILE', 'writes it into a file of its own instead of the folder for backups'),
    optionLine('foreign', 'lets the backup of another site take the place of the one that is there'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: name = '', others } = takeOption(args, 'name');
    const { value: to, others: more } = takeOption(others, 'to');
    const { given: foreign, others: shared } = takeSwitch(more, 'foreign');
    const { config, rest } = dataConfig(shared, env);
    const [verb, what] = rest;
    try {
      if (verb === 'create' && rest.length === 1 && !foreign) await create(config, name, to);
      else if (verb === 'list' && rest.length === 1) await list(config);
      else if (verb === 'restore' && what !== undefined && rest.length === 2) await restore(config, what, foreign);
      else throw new UsageFault(usage);
    } catch (error) {
      throw toldKinds.some((kind) => error instanceof kind) ? new CommandFault(sentenceFor(error)) : error;
    }
    return 0;
  },
};

const toldKinds = [
  ...[BackupBroken, BackupBusy, BackupNotReady, BackupUnfit, BackupUnknown],
  ...[StoreFull, StoreUnavailable],
];

const sentenceFor = (error: unknown): string =>
  [BackupBusy, BackupNotReady, BackupUnknown].some((kind) => error instanceof kind)
    ? (error as Error).message
    : sentenceOf(error);

async function create(config: DataConfig, name: string, to: string | undefined): Promise<void> {
  if (name.length > 200) throw new CommandFault('A backup has a name of at most 200 characters.');
  await withExistingService(config, async ({ key, clock }, database) => {
    const files = await openFiles(config);
    if (to !== undefined) {
      const file = freeFile(to);
      const claim = await claimWork(database, clock);
      const bar = barOf();
      const about = {
        name,
        made: new Date(clock()).toISOString(),
        made_by: '',
        site: siteName(key),
        home: config.home,
      };
      const made = await makeBackup({ database, files, to: file, about, onProgress: bar.update }).finally(async () => {
        bar.stop();
        await claim.release();
      });
      const deed = { action: 'backup-made', kind: 'backup', id: path.basename(file, '.tar'), name } as const;
      await database.transaction((tx) => noteDeed(tx, clock, commandLine, deed));
      console.log(`${file}\t${inWords(contentsOf(made.end))}`);
      return;
    }
    const place = openPlace(config.backups);
    const backups = openBackups({ database, files, place, key, home: config.home, extensions: [], clock, onFailure });
    const { record, done } = await backups.make(name, commandLine);
    const bar = barOf();
    const looking = setInterval(async () => bar.update((await place.find(record.id))?.progress ?? 0), 500);
    const made = await done.finally(() => {
      clearInterval(looking);
      bar.stop();
    });
    if (made.state !== 'ready') throw new CommandFault(made.error ?? 'The backup could not be made.');
    console.log(`${made.id}\t${made.contents ? inWords(made.contents) : ''}`);
  });
}

function onFailure(error: unknown): void {
  console.error(error);
}

/** Throws CommandFault where a file is in the way, or its folder is missing. */
function freeFile(to: string): string {
  const file = path.resolve(to);
  if (existsSync(file)) throw new CommandFault(`${file} is there already; a backup is never written over anything.`);
  if (!statSync(path.dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw new CommandFault(`There is no folder ${path.dirname(file)}.`);
  return file;
}

async function list(config: DataConfig): Promise<void> {
  for (const { id, state, size, made, name } of await openPlace(config.backups).list())
    console.log([id, state, made, `${(size / 1024 / 1024).toFixed(1)} MiB`, name].join('\t'));
}

async function restore(config: DataConfig, what: string, foreign: boolean): Promise<void> {
  const archive = await archiveOf(config, what);
  const { extensions } = await readSiteConfig(config);
  // What cannot be restored is refused before anything is made.
  requireKnown(await headOf(archive), extensions);
  await checkBackup(archive);
  const files = await openFiles(config);
  const { database } = await openSite(config);
  const bar = barOf();
  try {
    const claim = await claimWork(database, Date.now);
    const restoring = {
      database,
      files,
      extensions,
      clock: Date.now,
      by: commandLine,
      foreign,
      onProgress: bar.update,
    };
    const { end } = await restoreBackup(restoring, archive).finally(() => claim.release());
    bar.stop();
    console.log(`Restored ${inWords(contentsOf(end))}.`);
  } finally {
    bar.stop();
    await database.close();
  }
}

/** A file, or the id of a backup in the folder for backups. Throws CommandFault. */
async function archiveOf(config: DataConfig, what: string): Promise<string> {
  if (existsSync(what)) return path.resolve(what);
  const place = openPlace(config.backups);
  const found: BackupRecord | undefined = isBackupId(what) ? await place.find(what) : undefined;
  if (found?.state === 'ready') return place.archiveOf(what);
  if (found) throw new CommandFault('This backup is not whole; restore another one.');
  throw new CommandFault(`There is no file ${what}, and no backup of this id; octavo backup list shows them.`);
}

const inWords = ({ entries, terms, users, comments, files, missing_files }: Contents): string =>
  `${entries} entries, ${terms} terms, ${users} users, ${comments} comments, ${files} files${
    missing_files > 0 ? ` (${missing_files} were removed meanwhile)` : ''
  }`;

/** A bar that shows how much is done; nothing where nobody looks. */
function barOf(): { update: (done: number) => void; stop: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new progress.SingleBar(
    { format: '{bar} {percentage}% | {eta_formatted}', hideCursor: true, clearOnComplete: true },
    progress.Presets.shades_classic,
  );
  bar.start(1, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}
