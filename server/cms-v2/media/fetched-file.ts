// A picture fetched from an address (media-fonts-and-oembed.md, A3, Fetching from `url`).
import { copyFile, stat } from 'node:fs/promises';
import { fetchableUrl } from '../../fetch/addresses.ts';
import { FetchFailed, type FetchLimits, guardedFetch, mayFetch } from '../../fetch/guarded-fetch.ts';
import { kindOf, typeOfName } from '../../files/kinds.ts';
import { cleanName, splitName } from '../../files/names.ts';
import { CutOff, spool, TooLarge, workName } from '../../files/spool.ts';
import { isStorePath } from '../../files/store.ts';
import { fault } from '../../http/parameters/faults.ts';
import type { CheckMaker } from '../../http/room.ts';
import { Unreadable } from '../../pictures/jobs.ts';
import { Refusal } from '../../refusal.ts';
import type { Site } from '../../site.ts';
import { clear } from './keep-files.ts';
import type { MediaParts } from './parts.ts';
import type { SentFile } from './sent-file.ts';

/** The check of an address: the site's own is always fine, others where they may be asked for. */
export const fetchableCheck =
  ({ site, fetchLimits }: Pick<MediaParts, 'site' | 'fetchLimits'>): CheckMaker =>
  () =>
  async (value, name) => {
    if (typeof value !== 'string')
      return fault('rest_invalid_type', `${name} must be of type string.`, { param: name });
    return (await isReachable(value, site, fetchLimits))
      ? { value }
      : fault('rest_invalid_url', `${name} must be a public http or https address.`, { status: 400 });
  };

/** Whether an address is on the site's own host, or one that may be asked for. */
export const isReachable = async (
  address: string,
  { home }: Pick<Site, 'home'>,
  limits: FetchLimits,
): Promise<boolean> => isOnOwnHost(address, new URL(home)) || mayFetch(address, limits);

/** Whether an address would do but for the network its host is in, and the host is the site's; its port counts as usual. */
function isOnOwnHost(text: string, { hostname, port }: URL): boolean {
  const anywhere = () => true;
  const url = fetchableUrl(text, anywhere) ?? fetchableUrl(text, anywhere, new Set([port]));
  return url?.hostname === hostname;
}

const isOwn = (text: string, home: string): boolean =>
  URL.canParse(text) && new URL(text).origin === new URL(home).origin;

/**
 * The picture at an address, in the workplace; who calls removes it.
 *
 * Throws Refusal 400 `rest_invalid_url`, `http_404`, `http_request_failed`, `rest_upload_file_too_big`, `upload_error`.
 */
export async function fetchedFile(parts: MediaParts, address: string): Promise<SentFile> {
  const name = nameIn(address);
  if (!typeOfName(name)?.startsWith('image/') || !name.includes('.'))
    throw new Refusal('rest_invalid_url', 400, 'The address must end in the name of a picture.');
  const path = isOwn(address, parts.site.home) ? await ownFile(parts, address) : await foreignFile(parts, address);
  return judged(parts, path, name);
}

/** How a file of any kind may be fetched. */
const anyKind: FetchLimits = { accept: '*/*', patience: 300_000 };

/** As `fetchedFile`, of any kind that is taken, from another site. */
export const fetchedFromElsewhere = async (
  parts: MediaParts,
  address: string,
  limits: FetchLimits = {},
): Promise<SentFile> => judged(parts, await foreignFile(parts, address, { ...anyKind, ...limits }), nameIn(address));

/** The name that an address ends in. */
const nameIn = (address: string): string => decoded(new URL(address).pathname.split('/').at(-1) ?? '');

/** A file of the workplace as what its bytes say it is. One that is not taken is removed. */
async function judged({ mediaWorkers }: MediaParts, path: string, name: string): Promise<SentFile> {
  try {
    const look = await mediaWorkers.look(path);
    const { stem, extension } = splitName(cleanName(name, false));
    const kind = stem === '' ? undefined : kindOf(extension, look.type, false);
    if (!kind) throw notTaken();
    return { path, size: (await stat(path)).size, kind, look, stem, calledTitle: undefined };
  } catch (error) {
    await clear([path]);
    throw error instanceof Unreadable ? notTaken() : error;
  }
}

const notTaken = () =>
  new Refusal('upload_error', 400, 'What is at the address is no file that is taken, or not what its name says.');
const notThere = (cause?: unknown) =>
  Object.assign(new Refusal('http_404', 400, 'The address did not answer with a file.'), { cause });

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The site asks itself for nothing: its files are in the store. */
async function ownFile({ files, site }: MediaParts, address: string): Promise<string> {
  const below = `${new URL(site.uploads).pathname}/`;
  const { pathname } = new URL(address);
  const name = decoded(pathname.slice(below.length));
  const local = pathname.startsWith(below) && isStorePath(name) ? await files.local(name) : undefined;
  if (!local) throw notThere();
  const to = workName(files.workplace);
  await copyFile(local.path, to);
  await local.release();
  return to;
}

async function foreignFile(
  { files, largestUpload, fetchLimits }: MediaParts,
  address: string,
  limits: FetchLimits = {},
): Promise<string> {
  try {
    return (
      await guardedFetch(address, (body) => spool(body, files.workplace, largestUpload), { ...fetchLimits, ...limits })
    ).path;
  } catch (error) {
    if (error instanceof TooLarge)
      throw new Refusal('rest_upload_file_too_big', 400, 'The file is larger than what is taken.');
    if (error instanceof CutOff || (error instanceof FetchFailed && error.fault === 'failed'))
      throw new Refusal('http_request_failed', 400, 'The address could not be reached, or the answer broke off.');
    if (error instanceof FetchFailed) throw notThere(error);
    throw error;
  }
}
