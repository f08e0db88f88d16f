// The file of a request, judged: what it is, and under which name it is to be stored (media-fonts-and-oembed.md, A3, A4).
import { type Kind, kindOf } from '../../files/kinds.ts';
import { cleanName, lastPart, nameInDisposition, splitName } from '../../files/names.ts';
import { StoreUnavailable } from '../../files/store.ts';
import type { Call, Denial } from '../../http/room.ts';
import type { ReceivedFile, Upload } from '../../http/upload.ts';
import { type Look, Unreadable, workable } from '../../pictures/jobs.ts';
import type { MediaWorkers } from '../../pictures/media-worker-pool.ts';
import { Refusal } from '../../refusal.ts';

/** A file that may be stored. */
export interface SentFile {
  /** Where it is on this machine. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly kind: Kind;
  readonly look: Look;
  /** The name to be stored under, without its extension, where it is free. */
  readonly stem: string;
  /** What it was called, where that makes a title. */
  readonly calledTitle: string | undefined;
}

/** A file and the name it came under. */
interface NamedFile extends ReceivedFile {
  readonly name: string;
  readonly calledTitle: string | undefined;
  /** The code of its refusal. */
  readonly code: string;
}

/**
 * The file that came with a request.
 *
 * Throws Refusal 400 `rest_upload_no_data`, `rest_upload_no_content_type`, `rest_upload_no_content_disposition`,
 * `rest_upload_invalid_disposition`, `rest_upload_sideload_error` and `rest_upload_unknown_error` (a file that is not
 * taken), 412 `rest_upload_hash_mismatch`, 413 `rest_upload_file_too_big`.
 */
export async function sentFile(workers: MediaWorkers, { upload, actor }: Call): Promise<SentFile> {
  const file = await namedFile(upload);
  const hash = upload?.headers['content-md5'];
  if (hash !== undefined && hash.trim() !== file.md5)
    throw new Refusal('rest_upload_hash_mismatch', 412, 'The file is not the one whose hash was sent.');
  return judged(workers, file, actor.can('unfiltered_html'));
}

async function namedFile(upload: Upload | undefined): Promise<NamedFile> {
  // Where files can be kept, whatever comes is received.
  if (!upload) throw new StoreUnavailable('no place for files is configured');
  return upload.fields === undefined ? rawFile(upload) : formFile(upload);
}

const noData = () => new Refusal('rest_upload_no_data', 400, 'There is no file in the request, or an empty one.');

async function rawFile(upload: Upload): Promise<NamedFile> {
  const { headers } = upload;
  // A body that is empty as far as can be told is said to be none before anything else.
  if (headers['content-length'] === '0' || (headers['content-length'] ?? headers['transfer-encoding']) === undefined)
    throw noData();
  const disposition = headers['content-disposition'];
  if ((headers['content-type'] ?? '') === '')
    throw new Refusal('rest_upload_no_content_type', 400, 'A file as a body needs a Content-Type.');
  if (disposition === undefined)
    throw new Refusal('rest_upload_no_content_disposition', 400, 'A file as a body needs a Content-Disposition.');
  const name = nameInDisposition(disposition);
  if (name === undefined)
    throw new Refusal(
      'rest_upload_invalid_disposition',
      400,
      'The Content-Disposition must name the file: attachment; filename="picture.jpg".',
    );
  const file = await upload.body();
  if (!file) throw noData();
  return { ...file, name: decoded(name), calledTitle: undefined, code: 'rest_upload_sideload_error' };
}

/** Bytes of a header reach us as characters of Latin 1, though senders write UTF-8. */
function decoded(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

async function formFile({ files }: Upload): Promise<NamedFile> {
  const code = 'rest_upload_unknown_error';
  if (files.length === 0) throw noData();
  const file = files.findLast(({ field }) => field === 'file');
  if (!file) throw new Refusal(code, 400, 'The file must be in the field named file.');
  if (file.tooLarge) throw new Refusal(code, 400, 'The file is larger than what is taken.');
  if (file.size === 0) throw new Refusal(code, 400, 'The file is empty.');
  const name = lastPart(file.name);
  return { ...file, name, calledTitle: splitName(name).stem, code };
}

/** Whether a file may be stored, by its name and its bytes. Throws Refusal 400 with the code given. */
async function judged(workers: MediaWorkers, file: NamedFile, anyHtml: boolean): Promise<SentFile> {
  const { path, size, name, calledTitle, code } = file;
  const { stem, extension } = splitName(cleanName(name, anyHtml));
  const refused = () =>
    new Refusal(code, 400, 'Files of this kind are not taken, or the file is not what its name says.');
  const look = await workers.look(path).catch((error: unknown) => {
    throw error instanceof Unreadable ? new Refusal(code, 400, 'The picture cannot be read.') : error;
  });
  const kind = extension === '' || stem === '' ? undefined : kindOf(extension, look.type, anyHtml);
  if (!kind) throw refused();
  return { path, size, kind, look, stem, calledTitle };
}

/**
 * Why a form's picture is refused of which no sizes can be made, where they are wanted, by the type it was sent under;
 * undefined: it is not. The still pictures of telephones are let through.
 */
export function unworkable({ upload, args }: Call): Denial | undefined {
  const type = upload?.files.findLast(({ field }) => field === 'file')?.type.toLowerCase() ?? '';
  const passes =
    !type.startsWith('image/') || type === 'image/svg+xml' || workable.has(type) || /^image\/hei[cf]$/.test(type);
  if (passes || args.generate_sub_sizes === false) return undefined;
  const message = 'No sizes can be made of pictures of this type; send generate_sub_sizes=false to store it as it is.';
  return { code: 'rest_upload_image_type_not_supported', message, status: 400 };
}
