// octavo import: imports the content of another site from its export.
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { makeDataConfig, readAdminPassword } from '../config/config.ts';
import { DatabaseBusy, DatabaseUnavailable, DiskFull } from '../database/errors.ts';
import { StoreFullError, StoreUnavailableError } from '../files/store.ts';
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
import { type Work, withService } from './open-service.ts';
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
    'A new site gets an administrator. OCTAVO_ADMIN_PASSWORD sets the password; otherwise one is generated and printed once.',
  ],
  async run({ operands: [file = ''], options, env, output }) {
    const authors = new Map((options.lists.author ?? []).map(pairOf));
    const shouldFetch = options.switches.has('fetch-attachments');
    const config = makeDataConfig(options);
    const adminPassword = readAdminPassword(env);
    const size = await sizeOf(file);
    await requireExport(file);
    const files = shouldFetch ? await openFiles(config) : undefined;
    const work: Work<number> = async (service, database) => {
      const first = await initializeSite(service, database, adminPassword, { withWelcomePost: false });
      output.write({ administrator: presentAdministrator(first) }, ...administratorLines(first));
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
          onBytes: (read: number) => bar.update(read),
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
    return withService(config, work, { files });
  },
};

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
