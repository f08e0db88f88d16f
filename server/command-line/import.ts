// octavo import: imports the content of another site from its export.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { type DataConfig, makeDataConfig, readAdminPassword } from '../config/config.ts';
import { DatabaseBusy, DatabaseUnavailable, DiskFull } from '../database/errors.ts';
import { StoreFullError, StoreUnavailableError } from '../files/store.ts';
import { withSiteCopy } from '../import/copy-site.ts';
import { ImportStopped, importSite } from '../import/import-site.ts';
import { Report } from '../import/report.ts';
import { ImportError } from '../import/run.ts';
import { formatImported, presentReport, summaryOf } from '../import/summary.ts';
import { trashWelcomePost } from '../import/welcome-post.ts';
import { readWxr } from '../import/wxr/read-wxr.ts';
import { WxrError } from '../import/wxr/wxr-error.ts';
import { initializeSite } from '../initialize-site.ts';
import { type Command, CommandError } from './command.ts';
import { administratorLines, presentAdministrator } from './first-start-line.ts';
import { openFiles } from './open-files.ts';
import { type Work, withService, withServiceOf } from './open-service.ts';
import { openExistingSite } from './open-site.ts';
import { showProgressBar } from './progress-bar.ts';

export const importCommand: Command = {
  description: [
    'Imports authors, terms, posts, pages, comments, menus and media from an export in the WXR format. The title and the',
    'tagline of the site are each imported only if they are not set. An import can be interrupted and run again: existing',
    'content stays unchanged. If the file contains posts, the unchanged example post of a new site is moved to the trash.',
    '',
    'Media keep the URLs of their files on the old site until --fetch-attachments downloads the files and replaces the URLs',
    'in the content. Failed downloads are listed at the end, and the exit code is 1; another run downloads the missing',
    'files.',
    '',
    'With --dry-run, the site is not changed and no file is downloaded: the file is imported into a temporary copy of the',
    'content, which needs free space in the folder of unfinished uploads.',
    '',
    'A new site gets an administrator. OCTAVO_ADMIN_PASSWORD sets the password; otherwise one is generated and printed once.',
  ],
  async run({ operands: [file = ''], options, env, output }) {
    const authors = new Map((options.lists.author ?? []).map(pairOf));
    const isDryRun = options.switches.has('dry-run');
    const shouldFetch = options.switches.has('fetch-attachments') && !isDryRun;
    const config = makeDataConfig(options);
    const adminPassword = readAdminPassword(env);
    const size = await sizeOf(file);
    await requireExport(file);
    const files = shouldFetch ? await openFiles(config) : undefined;
    const work: Work<number> = async (service, database) => {
      if (!isDryRun) {
        const first = await initializeSite(service, database, adminPassword, { withWelcomePost: false });
        output.write({ administrator: presentAdministrator(first) }, ...administratorLines(first));
      }
      const bar = await showProgressBar(output, size);
      const onFile = (fileCount: number, all: number) => {
        bar.setTotal(all);
        bar.update(fileCount);
      };
      try {
        const importOptions = {
          service,
          database,
          authors,
          progress: { onBytes: (read: number) => bar.update(read) },
          ...(shouldFetch && { fetchOptions: { onFile } }),
        };
        const report = await importSite(importOptions, createReadStream(file));
        await trashWelcomePost(importOptions, report);
        bar.stop();
        output.write(presentReport(report), summaryOf(report));
        return report.failures.length > 0 ? 1 : 0;
      } catch (error) {
        bar.stop();
        throw toCommandError(error);
      }
    };
    return isDryRun ? withCopy(config, work) : withService(config, work, { files, siteOptions: { isBulk: true } });
  },
};

/** Runs `work` with the service on a temporary copy of the content. Throws ConfigError when there is no site. */
async function withCopy(config: DataConfig, work: Work<number>): Promise<number> {
  const { workFolder } = await openFiles(config);
  const site = await openExistingSite(config);
  try {
    const file = path.join(workFolder, `dry-run-${randomUUID()}.sqlite`);
    return await withSiteCopy(site, file, (copy) => withServiceOf({ ...site, database: copy }, config, work));
  } finally {
    await site.database.close();
  }
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
