// Receives uploaded files in the request body or in a multipart form (media-fonts-and-oembed.md, A3; protocol.md §3.2).
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../api-error.ts';
import { FileTooLarge, type SpooledFile, spool, UploadInterrupted } from './spool.ts';

/** Maximum size of a field name of a multipart form, in bytes, and maximum number of fields, files, parts and headers per part. */
const limits = { fieldNameSize: 200, fields: 500, files: 20, parts: 520, headerPairs: 50 };

/** Default maximum total length of the field names and values of a form, in characters. */
const DEFAULT_MAX_FORM_TEXT = 4 * 1024 * 1024;

interface Incoming {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly stream: AsyncIterable<Uint8Array>;
}

interface FormFile extends SpooledFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly isTooLarge: boolean;
}

/**
 * Returns a function that receives the files of a request into the work folder. If `shouldStoreFiles` is false, it discards
 * the files of a form. `maxFileBytes` limits each file, and `maxTextLength` the total length of the field names and values of a form, in
 * characters.
 */
export function createFileReceiver(
  workFolder: string,
  maxFileBytes: number,
  maxTextLength: number = DEFAULT_MAX_FORM_TEXT,
) {
  return async (incoming: Incoming, shouldStoreFiles: boolean) => {
    const spooledPaths: string[] = [];
    const discard = async () => {
      for (const path of spooledPaths.splice(0)) await rm(path, { force: true });
    };
    const spoolFile = async (stream: AsyncIterable<Uint8Array>) => {
      const file = await spool(stream, workFolder, maxFileBytes);
      spooledPaths.push(file.path);
      return file;
    };
    const body = async () => {
      try {
        const file = await spoolFile(incoming.stream);
        return file.size === 0 ? undefined : file;
      } catch (error) {
        if (error instanceof FileTooLarge) throw fileTooLargeError(maxFileBytes);
        throw error instanceof UploadInterrupted ? uploadInterruptedError() : error;
      }
    };
    if (!isForm(incoming)) return { headers: incoming.headers, fields: undefined, files: [], body, discard };
    try {
      const form = await readForm(incoming, shouldStoreFiles ? spoolFile : undefined, maxTextLength);
      return { headers: incoming.headers, ...form, body: async () => undefined, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  };
}

/** Returns whether the body is parsed as a multipart form. The method must be POST (protocol.md §3.2). */
const isForm = ({ method, headers }: Incoming): boolean =>
  method === 'POST' && /^multipart\/form-data\s*(?:;|$)/i.test(headers['content-type']?.trim() ?? '');

const fileTooLargeError = (maxFileBytes: number) =>
  new ApiError(
    'rest_upload_file_too_big',
    413,
    `The file is too large; the maximum is ${Math.floor(maxFileBytes / 1024 / 1024)} MiB.`,
  );
const uploadInterruptedError = () =>
  new ApiError('rest_upload_no_data', 400, 'The connection was closed before the file was complete.');
const malformedFormError = () => new ApiError('rest_bad_form', 400, 'Malformed multipart form; check its boundary.');
const formTooLargeError = (maxTextLength: number) =>
  new ApiError(
    'rest_too_many_parameters',
    400,
    `The form is too large; it may have at most ${limits.fields} fields with ${maxTextLength} characters in total, and ${limits.files} files.`,
  );

type SpoolFile = (stream: AsyncIterable<Uint8Array>) => Promise<SpooledFile>;

/**
 * Parses a multipart form. Throws ApiError 400 `rest_bad_form` when it is malformed or truncated, and 400
 * `rest_too_many_parameters` when it exceeds a limit; throws StoreFullError or StoreUnavailableError when a file cannot be stored.
 */
async function readForm({ headers, stream }: Incoming, spoolFile: SpoolFile | undefined, maxTextLength: number) {
  const { default: busboy } = await import('busboy');
  let parser: ReturnType<typeof busboy>;
  try {
    parser = busboy({
      headers,
      limits: { ...limits, fieldSize: maxTextLength },
      defParamCharset: 'utf8',
    });
  } catch {
    throw malformedFormError();
  }
  const pairs: string[] = [];
  const files: Promise<FormFile>[] = [];
  let length = 0;
  const createLimitError = () => formTooLargeError(maxTextLength);
  const abort = (apiError: ApiError) => parser.destroy(apiError);
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    length += name.length + value.length;
    if (nameTruncated || valueTruncated || length > maxTextLength) return void abort(createLimitError());
    pairs.push(`${encodeURIComponent(name.toWellFormed())}=${escapeQueryValue(value.toWellFormed())}`);
  });
  parser.on('file', (field, partStream, { filename = '', mimeType }) => {
    partStream.on('error', () => undefined);
    const received = (spoolFile ? spoolFormFile(partStream, spoolFile) : discardFile(partStream)).then((file) => ({
      ...file,
      field,
      name: filename,
      type: mimeType,
    }));
    // The promise is awaited below; this handler only stops the parser early.
    received.catch((error: unknown) => parser.destroy(error as Error));
    files.push(received);
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    parser.on(limit, () => abort(createLimitError()));
  try {
    await pipeline(Readable.from(stream, { objectMode: false }), parser);
    return { fields: pairs.join('&'), files: await Promise.all(files) };
  } catch (error) {
    await Promise.allSettled(files);
    throw isKnownError(error) ? error : malformedFormError();
  }
}

/** Escapes a value for a query string. Only `%`, `&` and `+` are escaped, because values may be long. */
const escapeQueryValue = (value: string): string =>
  value.replaceAll('%', '%25').replaceAll('&', '%26').replaceAll('+', '%2B');

/** Returns whether an error is an ApiError or an error of the file store. All other errors are caused by a malformed form. */
const isKnownError = (error: unknown): boolean =>
  error instanceof ApiError || (error instanceof Error && /^Store/.test(error.name));

/** Discards the content of a file, so that the parser can continue after it. */
async function discardFile(partStream: Readable) {
  partStream.resume();
  return { path: '', size: 0, md5: '', isTooLarge: false };
}

/** Receives a file of a form. A file that is too large is flagged and read to its end, so that the following fields can be read. */
async function spoolFormFile(partStream: Readable, spoolFile: SpoolFile) {
  try {
    return { ...(await spoolFile(partStream.iterator({ destroyOnReturn: false }))), isTooLarge: false };
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    partStream.resume();
    return { path: '', size: 0, md5: '', isTooLarge: true };
  }
}
