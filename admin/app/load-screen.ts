// Loads the code of screens. Files have names that contain a hash, so those of an old tab are gone after a new version was installed.
import { ApiError, throwUnreachable } from '../data/client.ts';
import { unreachableCode } from '../data/error-messages.ts';
import { adminPath } from '../data/page.ts';

/** Time before the second attempt, in milliseconds. */
const retryDelayMs = 500;

/**
 * Loads a screen; after a failure, tries once more. If another version of the admin was installed since the document was loaded, reloads the
 * document, and never resolves. Otherwise throws ApiError, whose message says whether the browser is offline.
 */
export async function loadScreen<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }
  try {
    return await load();
  } catch (error) {
    console.error(error);
    if (await isOutdated()) return reload();
    throw new ApiError(unreachableCode, 0);
  }
}

/** Whether the page of the service contains another script than this document. Throws ApiError if the service cannot be reached. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? '';
  const response = await fetch(`${adminPath}/`, { cache: 'no-store' }).catch(throwUnreachable);
  return response.ok && !(await response.text()).includes(script);
}

function reload(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}
