// octavo import FILE [--author THEIRS=OURS …] [--fetch-attachments]
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import progress from 'cli-progress';
import { dataConfig, readAdminPassword } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import { DatabaseBusy, DatabaseUnavailable, DiskFull } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { StoreFull, StoreUnavailable } from '../files/store.ts';
import { firstStart } from '../first-start.ts';
import { ImportStopped, importSite } from '../import/import-site.ts';
import { Report } from '../import/report.ts';
import { ImportRefused } from '../import/run.ts';
import { importedInWords, summaryOf } from '../import/summary.ts';
import { trashWelcomePost } from '../import/welcome-post.ts';
import { readWxr } from '../import/wxr/read-wxr.ts';
import { WxrError } from '../import/wxr/wxr-error.ts';
import type { Service } from '../service.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { administratorLines } from './first-start-line.ts';
import { openFiles } from './open-files.ts';
import { withService } from './open-service.ts';
import { takeOption, takeSwitch } from './take-option.ts';

export const importCommand: Command = {
  help: [
    'octavo import FILE [--author THEIRS=OURS …] [--fetch-attachments] [OPTIONS]',
    '',
    'Takes over authors, terms, posts, pages, comments, menus and media from an export in the WXR format, and the title and',
    'tagline of the site where none are set. It can be interrupted and run again: what is there already stays as it is. The',
    'example post of a new site goes to the trash.',
    '',
    'Media keep the address that their files have at the old site, until --fetch-attachments brings the files here; texts then',
    'name them by their new addresses. Run again, it fetches what is missing. Files that cannot be had are listed at the end,',
    'and the exit code is 1.',
    '',
    'A new site gets its administrator first; OCTAVO_ADMIN_PASSWORD sets the password, else it is printed once.',
    '',
    optionLine(
      'author THEIRS=OURS',
      'gives the entries of an author of the file, by login, to a user here; may be repeated',
    ),
    optionLine('fetch-attachments', 'fetches the files of media from the old site and makes their sizes'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { authors, others } = takeAuthors(args);
    const { given: fetches, others: shared } = takeSwitch(others, 'fetch-attachments');
    const { config, rest } = dataConfig(shared, env);
    const [file] = rest;
    if (file === undefined || rest.length > 1)
      throw new UsageFault('Call it so: octavo import FILE [--author THEIRS=OURS …]');
    const adminPassword = readAdminPassword(env);
    const size = await sizeOf(file);
    await requireExport(file);
    const files = fetches ? await openFiles(config) : undefined;
    const work = async (service: Service, database: Database) => {
      const first = await firstStart(service, database, adminPassword, { withWelcomePost: false });
      for (const line of administratorLines(first)) console.log(line);
      const bar = barOf(size);
      const onFile = (done: number, all: number) => bar.files(done, all);
      try {
        const parts = { service, database, authors, onBytes: bar.update, ...(fetches && { fetching: { onFile } }) };
        const report = await importSite(parts, createReadStream(file));
        await trashWelcomePost(parts, report);
        bar.stop();
        console.log(summaryOf(report));
        return report.failures.length > 0 ? 1 : 0;
      } catch (error) {
        bar.stop();
        throw sentenceOf(error);
      }
    };
    return withService(config, work, { files });
  },
};

/** Every `--author THEIRS=OURS`, and the arguments without them. */
function takeAuthors(args: readonly string[]): { authors: Map<string, string>; others: string[] } {
  const authors = new Map<string, string>();
  const others: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const isBare = args[at] === '--author';
    const { value, others: rest } = takeOption(args.slice(at, isBare ? at + 2 : at + 1), 'author');
    others.push(...rest);
    if (value !== undefined) authors.set(...pairOf(value));
    if (isBare) at += 1;
  }
  return { authors, others };
}

function pairOf(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new CommandFault(`The option --author takes THEIRS=OURS, not ${JSON.stringify(text)}.`);
}

async function sizeOf(file: string): Promise<number> {
  try {
    await access(file, constants.R_OK);
    const found = await stat(file);
    if (!found.isDirectory()) return found.size;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new CommandFault(`There is no file ${file}.`);
    throw new CommandFault(`The file ${file} cannot be read (${code ?? String(error)}).`);
  }
  throw new CommandFault(`${file} is a folder, not a file.`);
}

/** Throws CommandFault where a file is not an export, before a site is made for it. */
async function requireExport(file: string): Promise<void> {
  try {
    for await (const _site of readWxr(createReadStream(file))) return;
  } catch (error) {
    throw sentenceOf(new ImportStopped(new Report(), error));
  }
}

interface Bar {
  update(read: number): void;
  files(done: number, all: number): void;
  stop(): void;
}

/** A bar that shows how much of the file is read, then how many files are fetched; nothing where nobody looks. */
function barOf(size: number): Bar {
  if (!process.stderr.isTTY) return { update: () => {}, files: () => {}, stop: () => {} };
  const bar = new progress.SingleBar(
    { format: '{bar} {percentage}% | {eta_formatted}', hideCursor: true, clearOnComplete: true },
    progress.Presets.shades_classic,
  );
  bar.start(size, 0);
  return {
    update: (read) => bar.update(read),
    files: (done, all) => {
      bar.setTotal(all);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

/** Faults that people can do something about. */
const told = [WxrError, DatabaseBusy, DatabaseUnavailable, DiskFull, StoreFull, StoreUnavailable];

function sentenceOf(error: unknown): unknown {
  if (!(error instanceof ImportStopped)) return error;
  const { cause, report } = error;
  if (cause instanceof ImportRefused) return new CommandFault(cause.message);
  const isOfFile = cause instanceof Error && 'syscall' in cause;
  if (!isOfFile && !told.some((kind) => cause instanceof kind)) return error;
  const reason = error.message.replace(/\.$/, '');
  const done = importedInWords(report);
  if (done === '') return new CommandFault(`${reason}; nothing was imported.`);
  return new CommandFault(`${reason}; imported so far: ${done}; running the command again goes on from there.`);
}
