// Sets up the requests of the editor's packages: the REST root, the nonce, the versions of entries, and preloaded responses.
import apiFetch, { type APIFetchMiddleware } from '@wordpress/api-fetch';
import { currentNonce, isSessionRejected, outdatedNonceCode } from '../client.ts';
import { askAboutConflict, conflictBetween } from '../drafts/conflicts.ts';
import { holdSaves } from '../drafts/held-saves.ts';
import { ownVersions } from '../drafts/own-versions.ts';
import { collectionOf, isCompleteRead } from '../drafts/targets.ts';
import { createVersionMiddleware } from '../drafts/versions.ts';
import { apiPath } from '../page.ts';
import type { PreloadedResponses } from '../resources/editors.ts';
import { continueSession } from '../session.ts';

/** Sets up the requests, with middleware for the type of the entry. It must be called once, before the editor sends its first request. */
export function setUpRequests(preloaded: PreloadedResponses, ...others: readonly APIFetchMiddleware[]): void {
  apiFetch.use(withNonce);
  apiFetch.use(withSession);
  apiFetch.use(holdSaves);
  apiFetch.use(apiFetch.createRootURLMiddleware(`${location.origin}${apiPath}/`));
  apiFetch.use(apiFetch.mediaUploadMiddleware);
  apiFetch.use(withVersionsOfItems);
  apiFetch.use(apiFetch.createPreloadingMiddleware({ ...preloaded }));
  for (const middleware of others) apiFetch.use(middleware);
  // The last ones run first: they also see preloaded responses.
  apiFetch.use(
    createVersionMiddleware((changes, current) => askAboutConflict(conflictBetween(changes, current)), ownVersions),
  );
  apiFetch.use(ownVersions.countChanges);
}

/** Adds the current nonce. */
const withNonce: APIFetchMiddleware = (options, next) =>
  next({ ...options, headers: { ...options.headers, 'X-WP-Nonce': currentNonce() } });

/** Requests the versions of the items in lists, so that changes to them can name their version. */
const withVersionsOfItems: APIFetchMiddleware = (options, next) => {
  const { path } = options;
  if (path === undefined || collectionOf(options) === undefined || !isCompleteRead(options)) return next(options);
  return next({ ...options, path: `${path}&_etags=1` });
};

/** Repeats a request that failed because the session has ended or the nonce is outdated, when the session continues. */
const withSession: APIFetchMiddleware = async (options, next) => {
  try {
    return await next(options);
  } catch (error) {
    if (!(await isSessionError(error))) throw error;
    await continueSession();
    return next(options);
  }
};

/** Whether an error of `apiFetch`, which is a response or its parsed body, says that the session has ended or the nonce is outdated. */
async function isSessionError(error: unknown): Promise<boolean> {
  if (error instanceof Response) return isSessionRejected(error);
  if (typeof error !== 'object' || error === null || !('data' in error)) return false;
  const { code, data }: { code?: unknown; data?: unknown } = error;
  const isUnauthorized = typeof data === 'object' && data !== null && 'status' in data && data.status === 401;
  return isUnauthorized || code === outdatedNonceCode;
}
