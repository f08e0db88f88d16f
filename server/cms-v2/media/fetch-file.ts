// Fetches files from URLs (media-fonts-and-oembed.md, A3, Fetching from `url`).
import { copyFile, stat } from 'node:fs/promises';
import { ApiError } from '../../api-error.ts';
import { canFetch, FetchError, type FetchLimits, guardedFetch } from '../../fetch/guarded-fetch.ts';
import { fetchableUrl } from '../../fetch/public-addresses.ts';
import { contentTypeOfName, resolveFileType } from '../../files/file-types.ts';
import { cleanName, splitName } from '../../files/names.ts';
import { FileTooLarge, spool, UploadInterrupted, workFilePath } from '../../files/spool.ts';
import { isStorePath } from '../../files/store.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { validationError } from '../../http/parameters/validation-error.ts';
import { Unreadable } from '../../media-processing/jobs.ts';
import type { Site } from '../../site.ts';
import type { MediaDeps } from './deps.ts';
import { deleteWorkFiles } from './store-files.ts';
import type { ValidatedFile } from './uploaded-file.ts';

/** Returns the parameter check of a URL: the URL must be on the host of the site, or be allowed by `fetchLimits`. */
export const fetchableCheck =
  ({ entries: { site }, fetchLimits }: Pick<MediaDeps, 'entries' | 'fetchLimits'>): ParameterCheckFactory =>
  () =>
  async (value, name) => {
    if (typeof value !== 'string')
      return validationError('rest_invalid_type', `${name} must be of type string.`, { param: name });
    return (await isReachable(value, site.urls, fetchLimits))
      ? { value }
      : validationError('rest_invalid_url', `${name} must be a public http or https URL.`, { status: 400 });
  };

/** Whether a URL is on the host of the site, or is allowed by the limits for fetching. */
export const isReachable = async (url: string, { home }: Pick<Site, 'home'>, limits: FetchLimits): Promise<boolean> =>
  isOnSiteHost(url, new URL(home)) || canFetch(url, limits);

/**
 * Whether a URL is on the host of the site and has a valid syntax. The IP address of the host may be private, and the port
 * of the site is allowed in addition to the default ports.
 */
function isOnSiteHost(text: string, { hostname, port }: URL): boolean {
  const allowAnyAddress = () => true;
  const url = fetchableUrl(text, allowAnyAddress) ?? fetchableUrl(text, allowAnyAddress, new Set([port]));
  return url?.hostname === hostname;
}

const isSiteUrl = (text: string, home: string): boolean =>
  URL.canParse(text) && new URL(text).origin === new URL(home).origin;

/**
 * Fetches the image at a URL into the work folder. The caller must delete the file.
 *
 * Throws ApiError 400 `rest_invalid_url`, `http_404`, `http_request_failed`, `rest_upload_file_too_big` or `upload_error`.
 */
export async function fetchImage(deps: MediaDeps, url: string): Promise<ValidatedFile> {
  const name = fileNameOf(url);
  if (!contentTypeOfName(name)?.startsWith('image/') || !name.includes('.'))
    throw new ApiError('rest_invalid_url', 400, 'The URL must end with the file name of an image.');
  const path = isSiteUrl(url, deps.entries.site.urls.home)
    ? await copyFromStore(deps, url)
    : await downloadFile(deps, url);
  return validateFile(deps, path, name);
}

/** Limits for fetching files of any type; the timeout is in milliseconds. */
const anyFileType: FetchLimits = { accept: '*/*', timeoutMs: 300_000 };

/**
 * Fetches a file of any accepted type from another site into the work folder. The caller must delete the file. Throws the same
 * errors as `fetchImage`, except `rest_invalid_url`.
 */
export const fetchRemoteFile = async (deps: MediaDeps, url: string, limits: FetchLimits = {}): Promise<ValidatedFile> =>
  validateFile(deps, await downloadFile(deps, url, { ...anyFileType, ...limits }), fileNameOf(url));

/** Returns the file name at the end of a URL. */
const fileNameOf = (url: string): string => tryDecode(new URL(url).pathname.split('/').at(-1) ?? '');

/** Validates a file in the work folder by its content and its name. Deletes the file if it is not accepted, or on any other error. */
async function validateFile({ mediaWorkers }: MediaDeps, path: string, name: string): Promise<ValidatedFile> {
  try {
    const inspection = await mediaWorkers.inspect(path);
    const { stem, extension } = splitName(cleanName(name, false));
    const kind = stem === '' ? undefined : resolveFileType(extension, inspection.type, false);
    if (!kind) throw notAcceptedError();
    return { path, size: (await stat(path)).size, kind, look: inspection, stem, titleFromName: undefined };
  } catch (error) {
    await deleteWorkFiles([path]);
    throw error instanceof Unreadable ? notAcceptedError() : error;
  }
}

const notAcceptedError = () =>
  new ApiError(
    'upload_error',
    400,
    'The file at the URL is not of an accepted type, or its content does not match its name.',
  );
const notFoundError = (cause?: unknown) =>
  Object.assign(new ApiError('http_404', 400, 'The URL did not return a file.'), { cause });

function tryDecode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Copies a file of this site from the file store into the work folder, without an HTTP request. */
async function copyFromStore({ files, entries }: MediaDeps, url: string): Promise<string> {
  const uploadsPath = `${new URL(entries.site.urls.uploads).pathname}/`;
  const { pathname } = new URL(url);
  const name = tryDecode(pathname.slice(uploadsPath.length));
  const local = pathname.startsWith(uploadsPath) && isStorePath(name) ? await files.openLocal(name) : undefined;
  if (!local) throw notFoundError();
  const to = workFilePath(files.workFolder);
  await copyFile(local.path, to);
  await local.release();
  return to;
}

async function downloadFile(
  { files, maxUploadBytes, fetchLimits }: MediaDeps,
  url: string,
  limits: FetchLimits = {},
): Promise<string> {
  try {
    return (
      await guardedFetch(url, (body) => spool(body, files.workFolder, maxUploadBytes), { ...fetchLimits, ...limits })
    ).path;
  } catch (error) {
    if (error instanceof FileTooLarge)
      throw new ApiError('rest_upload_file_too_big', 400, 'The file exceeds the maximum upload size.');
    if (error instanceof UploadInterrupted || (error instanceof FetchError && error.code === 'failed'))
      throw new ApiError('http_request_failed', 400, 'The URL could not be reached, or the response was interrupted.');
    if (error instanceof FetchError) throw notFoundError(error);
    throw error;
  }
}
