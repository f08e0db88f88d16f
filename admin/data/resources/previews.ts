// Finds and creates previews: URLs at which an entry that is not published can be viewed.
import { send } from '../client.ts';

/** A preview. */
export interface Preview {
  /** The ID of the previewed autosave; 0 if the entry itself is previewed. */
  readonly revision: number;
  /** The time at which the preview expires, in GMT, without a zone. */
  readonly expires: string;
  /** The URL of the page of the service. */
  readonly link: string;
}

const path = '/octavo/v1/previews';

/** Lifetime of a new preview, in seconds. */
const lifetime = 24 * 3600;

/** Minimum remaining time of a preview that is used again, in milliseconds. */
const minRemainingMs = 3600 * 1000;

/** Returns a preview of an entry, or of one of its autosaves, that is valid for at least an hour. Throws ApiError. */
export async function getPreview(entry: number, revision = 0): Promise<Preview> {
  const { data: previews } = await send<readonly Preview[]>(path, { query: { entry } });
  const isUsable = (each: Preview) =>
    each.revision === revision && Date.parse(`${each.expires}Z`) - Date.now() > minRemainingMs;
  const found = previews.find(isUsable);
  if (found) return found;
  const body = { entry, lifetime, ...(revision !== 0 && { revision }) };
  return (await send<Preview>(path, { method: 'POST', body })).data;
}
