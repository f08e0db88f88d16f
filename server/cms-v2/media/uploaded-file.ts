// Validates the file of a request, and determines its type and its name (media-fonts-and-oembed.md, A3, A4).

import { ApiError } from '../../api-error.ts';
import { type FileType, resolveFileType } from '../../files/file-types.ts';
import { cleanName, lastPathSegment, nameInDisposition, splitName } from '../../files/names.ts';
import { StoreUnavailableError } from '../../files/store.ts';
import type { Call, PermissionError } from '../../http/module.ts';
import type { ReceivedFile, Upload } from '../../http/upload.ts';
import { type FileInspection, processableTypes, Unreadable } from '../../media-processing/jobs.ts';
import type { MediaWorkers } from '../../media-processing/media-worker-pool.ts';

/** A file that has been validated and may be stored. */
export interface ValidatedFile {
  /** Local path of the file. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  readonly kind: FileType;
  readonly look: FileInspection;
  /** Name without extension under which the file is stored if no other file has the name. */
  readonly stem: string;
  /** The submitted file name without its extension, if it can be used as a title. */
  readonly titleFromName: string | undefined;
}

/** A received file with its submitted name. */
interface NamedFile extends ReceivedFile {
  readonly name: string;
  readonly titleFromName: string | undefined;
  /** Error code for a file that is not accepted. */
  readonly code: string;
}

/**
 * Returns the file of a request.
 *
 * Throws ApiError 400 `rest_upload_no_data`, `rest_upload_no_content_type`, `rest_upload_no_content_disposition`,
 * `rest_upload_invalid_disposition`, and `rest_upload_sideload_error` (request body) or `rest_upload_unknown_error` (form) for a
 * file that is not accepted; ApiError 412 `rest_upload_hash_mismatch`; ApiError 413 `rest_upload_file_too_big` for a request body
 * that is too large; StoreUnavailableError; and MediaWorkersBusy.
 */
export async function getUploadedFile(
  workers: MediaWorkers,
  { upload, actor }: Pick<Call, 'upload' | 'actor'>,
): Promise<ValidatedFile> {
  const file = await readNamedFile(upload);
  const hash = upload?.headers['content-md5'];
  if (hash !== undefined && hash.trim() !== file.md5)
    throw new ApiError('rest_upload_hash_mismatch', 412, 'The file does not match its Content-MD5 header.');
  return validateFile(workers, file, actor.can('unfiltered_html'));
}

async function readNamedFile(upload: Upload | undefined): Promise<NamedFile> {
  // All requests to this endpoint have an upload if file storage is configured.
  if (!upload) throw new StoreUnavailableError('no file storage is configured');
  return upload.fields === undefined ? readRawFile(upload) : readFormFile(upload);
}

const noDataError = () =>
  new ApiError('rest_upload_no_data', 400, 'The request contains no file, or the file is empty.');

async function readRawFile(upload: Upload): Promise<NamedFile> {
  const { headers } = upload;
  // A body that is empty according to the headers is reported before missing headers.
  if (headers['content-length'] === '0' || (headers['content-length'] ?? headers['transfer-encoding']) === undefined)
    throw noDataError();
  const disposition = headers['content-disposition'];
  if ((headers['content-type'] ?? '') === '')
    throw new ApiError(
      'rest_upload_no_content_type',
      400,
      'The Content-Type header is missing; set it to the media type of the file.',
    );
  if (disposition === undefined)
    throw new ApiError(
      'rest_upload_no_content_disposition',
      400,
      'The Content-Disposition header is missing; set it to the file name: attachment; filename="image.jpg".',
    );
  const name = nameInDisposition(disposition);
  if (name === undefined)
    throw new ApiError(
      'rest_upload_invalid_disposition',
      400,
      'The Content-Disposition header must name the file: attachment; filename="image.jpg".',
    );
  const file = await upload.body();
  if (!file) throw noDataError();
  return { ...file, name: decodeHeader(name), titleFromName: undefined, code: 'rest_upload_sideload_error' };
}

/** Decodes a header value. Clients send UTF-8, but Node.js decodes headers as Latin-1. */
function decodeHeader(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

async function readFormFile({ files }: Upload): Promise<NamedFile> {
  const code = 'rest_upload_unknown_error';
  if (files.length === 0) throw noDataError();
  const file = files.findLast(({ field }) => field === 'file');
  if (!file) throw new ApiError(code, 400, 'The file must be in the form field "file".');
  if (file.isTooLarge) throw new ApiError(code, 400, 'The file exceeds the maximum upload size.');
  if (file.size === 0) throw new ApiError(code, 400, 'The file is empty.');
  const name = lastPathSegment(file.name);
  return { ...file, name, titleFromName: splitName(name).stem, code };
}

/** Validates a file by its name and its content. Throws ApiError 400 with the code of the file. */
async function validateFile(workers: MediaWorkers, file: NamedFile, allowsAnyHtml: boolean): Promise<ValidatedFile> {
  const { path, size, name, titleFromName, code } = file;
  const { stem, extension } = splitName(cleanName(name, allowsAnyHtml));
  const notAcceptedError = () =>
    new ApiError(code, 400, 'This file type is not accepted, or the content of the file does not match its name.');
  const inspection = await workers.inspect(path).catch((error: unknown) => {
    throw error instanceof Unreadable ? new ApiError(code, 400, 'The image cannot be read.') : error;
  });
  const kind = extension === '' || stem === '' ? undefined : resolveFileType(extension, inspection.type, allowsAnyHtml);
  if (!kind) throw notAcceptedError();
  return { path, size, kind, look: inspection, stem, titleFromName };
}

/**
 * Returns an error if sizes are requested but cannot be created from an image of the submitted type; else undefined. No error is
 * returned for SVG, HEIC and HEIF images. Only images in forms are checked.
 */
export function unsupportedImageError({ upload, args }: Call): PermissionError | undefined {
  const type = upload?.files.findLast(({ field }) => field === 'file')?.type.toLowerCase() ?? '';
  const isSupported =
    !type.startsWith('image/') ||
    type === 'image/svg+xml' ||
    processableTypes.has(type) ||
    /^image\/hei[cf]$/.test(type);
  if (isSupported || args.generate_sub_sizes === false) return undefined;
  const message = 'Images of this type cannot be resized; send generate_sub_sizes=false to store the file unchanged.';
  return { code: 'rest_upload_image_type_not_supported', message, status: 400 };
}
