// octavo import: imports the content of another site from its export.
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import progress from 'cli-progress';
import { dataConfig, readAdminPassword } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { DatabaseBusy, DatabaseUnavailable, DiskFull } from '../database/errors.ts';
import { StoreFullError, StoreUnavailableError } from '../files/store.ts';
import { ImportStopped, importSite } from '../import/import-site.ts';
import { Report } from '../import/report.ts';
import { ImportError } from '../import/run.ts';
import { formatImported, summaryOf } from '../import/summary.ts';
import { trashWelcomePost } from '../import/welcome-post.ts';
import { readWxr } from '../import/wxr/read-wxr.ts';
import { WxrError } from '../import/wxr/wxr-error.ts';
import { initializeSite } from '../initialize-site.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { administratorLines } from './first-start-line.ts';
import { openFiles } from './open-files.ts';
import { type Work, withService } from './open-service.ts';
import { takeOption, takeSwitch } from './take-option.ts';

export const importCommand: Command = {
  help: [
    'octavo import FILE [--author FILE_USERNAME=SITE_USERNAME …] [--fetch-attachments] [OPTIONS]',
    '',
    'Imports authors, terms, posts, pages, comments, menus and media from an export in the WXR format. The title and the',
    'tagline of the site are each imported only if they are not set. An import can be interrupted and run again: existing',
    'content stays unchanged. If the file contains posts, the unchanged example post of a new site is moved to the trash.',
    '',
    'Media keep the URLs of their files on the old site until --fetch-attachments downloads the files and replaces the URLs',
    'in the content. Failed downloads are listed at the end, and the exit code is 1; another run downloads the missing',
    'files.',
    '',
    'A new site gets an administrator. OCTAVO_ADMIN_PASSWORD sets the password; otherwise one is generated and printed once.',
    '',
    optionLine(
      'author FILE_USERNAME=SITE_USERNAME',
      'assign the entries of an author to a user of this site, by their usernames; may be repeated',
    ),
    optionLine('fetch-attachments', 'download the files of media from the old site, and create the image sizes'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { authors, others } = takeAuthors(args);
    const { isPresent: shouldFetch, rest: shared } = takeSwitch(others, 'fetch-attachments');
    const { config, rest } = dataConfig(shared, env);
    const [file] = rest;
    if (file === undefined || rest.length > 1)
      throw new UsageError('Usage: octavo import FILE [--author FILE_USERNAME=SITE_USERNAME …]');
    const adminPassword = readAdminPassword(env);
    const size = await sizeOf(file);
    await requireExport(file);
    const files = shouldFetch ? await openFiles(config) : undefined;
    const work: Work<number> = async (service, database) => {
      const first = await initializeSite(service, database, adminPassword, { withWelcomePost: false });
      for (const line of administratorLines(first)) console.log(line);
      const bar = createProgressBar(size);
      const onFile = (fileCount: number, all: number) => bar.files(fileCount, all);
      try {
        const importOptions = {
          service,
          database,
          authors,
          onBytes: bar.update,
          ...(shouldFetch && { fetchOptions: { onFile } }),
        };
        const report = await importSite(importOptions, createReadStream(file));
        await trashWelcomePost(importOptions, report);
        bar.stop();
        console.log(summaryOf(report));
        return report.failures.length > 0 ? 1 : 0;
      } catch (error) {
        bar.stop();
        throw toCommandError(error);
      }
    };
    return withService(config, work, { files });
  },
};

/** Returns the local usernames in all `--author` options, keyed by usernames in the file, and the other arguments. */
function takeAuthors(args: readonly string[]): { authors: Map<string, string>; others: string[] } {
  const authors = new Map<string, string>();
  const others: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const isBare = args[at] === '--author';
    const { value, rest } = takeOption(args.slice(at, isBare ? at + 2 : at + 1), 'author');
    others.push(...rest);
    if (value !== undefined) authors.set(...pairOf(value));
    if (isBare) at += 1;
  }
  return { authors, others };
}

function pairOf(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new CommandError(
    `The option --author must have the form FILE_USERNAME=SITE_USERNAME, not ${JSON.stringify(text)}.`,
  );
}

async function sizeOf(file: string): Promise<number> {
  try {
    await access(file, constants.R_OK);
    const found = await stat(file);
    if (!found.isDirectory()) return found.size;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new CommandError(`No such file: ${file}.`);
    throw new CommandError(`The file ${file} cannot be read (${code ?? String(error)}).`);
  }
  throw new CommandError(`${file} is a folder, not a file.`);
}

/** Throws CommandError when a file is not an export. Called before a site is created for the import. */
async function requireExport(file: string): Promise<void> {
  try {
    for await (const _site of readWxr(createReadStream(file))) return;
  } catch (error) {
    throw toCommandError(new ImportStopped(new Report(), error));
  }
}

/** The progress bar of an import: `update` is for bytes read, `files` for files downloaded. */
interface ProgressBar {
  update(read: number): void;
  files(fileCount: number, all: number): void;
  stop(): void;
}

/**
 * Returns a progress bar for the bytes read and then for the files downloaded. It prints nothing when standard error is not a
 * terminal.
 */
function createProgressBar(size: number): ProgressBar {
  if (!process.stderr.isTTY) return { update: () => {}, files: () => {}, stop: () => {} };
  const bar = new progress.SingleBar(
    { format: '{bar} {percentage}% | {eta_formatted}', hideCursor: true, clearOnComplete: true },
    progress.Presets.shades_classic,
  );
  bar.start(size, 0);
  return {
    update: (read) => bar.update(read),
    files: (fileCount, all) => {
      bar.setTotal(all);
      bar.update(fileCount);
    },
    stop: () => bar.stop(),
  };
}

/** Errors that the operator can fix. */
const operatorErrors = [WxrError, DatabaseBusy, DatabaseUnavailable, DiskFull, StoreFullError, StoreUnavailableError];

function toCommandError(error: unknown): unknown {
  if (!(error instanceof ImportStopped)) return error;
  const { cause, report } = error;
  if (cause instanceof ImportError) return new CommandError(cause.message);
  const isFileError = cause instanceof Error && 'syscall' in cause;
  if (!isFileError && !operatorErrors.some((kind) => cause instanceof kind)) return error;
  const reason = error.message.replace(/\.$/, '');
  const importedSummary = formatImported(report);
  if (importedSummary === '') return new CommandError(`${reason}; nothing was imported.`);
  return new CommandError(`${reason}; imported so far: ${importedSummary}; run the command again to resume.`);
}
