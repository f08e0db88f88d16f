// Files that come in bodies: as the body itself, or in a form (media-fonts-and-oembed.md, A3; protocol.md §3.2).
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../refusal.ts';
import { CutOff, type SpooledFile, spool, TooLarge } from './spool.ts';

/** What a form may consist of. Bytes and counts. */
const limits = { fieldNameSize: 200, fields: 500, files: 20, parts: 520, headerPairs: 50 };

/** The text of all fields of a form together where nothing else is configured. Characters. */
const usualText = 4 * 1024 * 1024;

interface Incoming {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly stream: AsyncIterable<Uint8Array>;
}

interface FormFile extends SpooledFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly tooLarge: boolean;
}

/** Makes what receives files into a workplace, none larger than `most` bytes, and fields of `mostText` characters together. */
export function makeReceive(workplace: string, most: number, mostText: number = usualText) {
  return async (incoming: Incoming, keep: boolean) => {
    const made: string[] = [];
    const discard = async () => {
      for (const path of made.splice(0)) await rm(path, { force: true });
    };
    const kept = async (stream: AsyncIterable<Uint8Array>) => {
      const file = await spool(stream, workplace, most);
      made.push(file.path);
      return file;
    };
    const body = async () => {
      try {
        const file = await kept(incoming.stream);
        return file.size === 0 ? undefined : file;
      } catch (error) {
        if (error instanceof TooLarge) throw tooLarge(most);
        throw error instanceof CutOff ? cutShort() : error;
      }
    };
    if (!isForm(incoming)) return { headers: incoming.headers, fields: undefined, files: [], body, discard };
    try {
      const form = await readForm(incoming, keep ? kept : undefined, mostText);
      return { headers: incoming.headers, ...form, body: async () => undefined, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  };
}

/** Parts are read of POST alone (protocol.md §3.2). */
const isForm = ({ method, headers }: Incoming): boolean =>
  method === 'POST' && /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type']?.trim() ?? '');

const tooLarge = (most: number) =>
  new Refusal('rest_upload_file_too_big', 413, `A file may have at most ${Math.floor(most / 1024 / 1024)} MiB.`);
const cutShort = () => new Refusal('rest_upload_no_data', 400, 'The file ends before its end.');
const unreadable = () =>
  new Refusal('rest_bad_form', 400, 'The form cannot be read; its parts must be between the boundary.');
const tooManyFields = (mostText: number) =>
  new Refusal(
    'rest_too_many_parameters',
    400,
    `A form has at most ${limits.fields} fields of ${mostText} bytes together and ${limits.files} files.`,
  );

type Keep = (stream: AsyncIterable<Uint8Array>) => Promise<SpooledFile>;

/** Throws Refusal 400 for forms that cannot be read, have too many parts or end before their end. */
async function readForm({ headers, stream }: Incoming, keep: Keep | undefined, mostText: number) {
  const { default: busboy } = await import('busboy');
  let parser: ReturnType<typeof busboy>;
  try {
    parser = busboy({ headers: headers as never, limits: { ...limits, fieldSize: mostText }, defParamCharset: 'utf8' });
  } catch {
    throw unreadable();
  }
  const pairs: string[] = [];
  const files: Promise<FormFile>[] = [];
  let length = 0;
  const tooMany = () => tooManyFields(mostText);
  const stop = (refusal: Refusal) => parser.destroy(refusal);
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    length += name.length + value.length;
    if (nameTruncated || valueTruncated || length > mostText) return void stop(tooMany());
    pairs.push(`${encodeURIComponent(name.toWellFormed())}=${escaped(value.toWellFormed())}`);
  });
  parser.on('file', (field, part, { filename = '', mimeType }) => {
    part.on('error', () => undefined);
    const received = (keep ? receiveFile(part, keep) : passOver(part)).then((file) => ({
      ...file,
      field,
      name: filename,
      type: mimeType,
    }));
    // It is awaited below; until then nobody is told.
    received.catch((error: unknown) => parser.destroy(error as Error));
    files.push(received);
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) parser.on(limit, () => stop(tooMany()));
  try {
    await pipeline(Readable.from(stream, { objectMode: false }), parser);
    return { fields: pairs.join('&'), files: await Promise.all(files) };
  } catch (error) {
    await Promise.allSettled(files);
    throw isOurs(error) ? error : unreadable();
  }
}

/** A value as it stands in a query: what has a meaning there is escaped, and nothing else, for values may be long. */
const escaped = (value: string): string => value.replaceAll('%', '%25').replaceAll('&', '%26').replaceAll('+', '%2B');

/** Errors of ours and of the store are told as they are; all others are the form's. */
const isOurs = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof Error && /^Store/.test(error.name));

/** A file that is not kept is known by its field alone. */
async function passOver(part: Readable) {
  part.resume();
  return { path: '', size: 0, md5: '', tooLarge: false };
}

/** A file that is too large is read to its end, so that the fields behind it are, and told as such. */
async function receiveFile(part: Readable, keep: Keep) {
  try {
    return { ...(await keep(part.iterator({ destroyOnReturn: false }))), tooLarge: false };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    part.resume();
    return { path: '', size: 0, md5: '', tooLarge: true };
  }
}
