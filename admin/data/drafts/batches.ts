// Sends the versions of the records that a batch changes: each request of the batch has its own.
import type { APIFetchMiddleware, APIFetchOptions } from '@wordpress/api-fetch';
import type { ApiRecord } from '../records.ts';
import { isChange, readRecord, type Target, targetOf } from './targets.ts';

/** A request of a batch. */
interface BatchedRequest {
  readonly path: string;
  readonly method?: string;
  readonly body?: ApiRecord;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response of a batch. */
interface BatchedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: ApiRecord;
}

/** A request for a batch. */
export interface Batch {
  readonly options: APIFetchOptions;
  readonly requests: readonly BatchedRequest[];
}

interface BatchDeps {
  /** Returns the version of an item; undefined if it has none. */
  readonly etagOf: (item: string) => Promise<string | undefined>;
  /** Receives the versions that result from the changes. */
  readonly onSaved: (item: string, etag: string, record: ApiRecord) => void;
  /** Repeats a change that is based on an outdated version, if the user decides so; otherwise rejects. */
  readonly resolveConflict: (target: Target, options: APIFetchOptions) => Promise<Response>;
}

/** Returns the batch of a request; undefined if it is no batch. */
export function batchOf(options: APIFetchOptions): Batch | undefined {
  if (options.path?.split('?')[0] !== '/batch/v1' || !isChange(options)) return undefined;
  const { requests }: { requests?: readonly BatchedRequest[] } = options.data ?? {};
  return Array.isArray(requests) ? { options, requests } : undefined;
}

/** The request as it would be sent alone. Without a method, requests of batches are POST requests. */
const alone = ({ path, method = 'POST', body, headers }: BatchedRequest): APIFetchOptions => ({
  ...{ path, method },
  ...(body && { data: body }),
  ...(headers && { headers: { ...headers } }),
});

/** Sends a batch with the versions of its items. Throws the error of the API. */
export async function runBatch(
  { options, requests }: Batch,
  next: Parameters<APIFetchMiddleware>[1],
  { etagOf, onSaved, resolveConflict }: BatchDeps,
): Promise<unknown> {
  const targets = requests.map((request) => (isChange(alone(request)) ? targetOf(request) : undefined));
  const withVersions = await Promise.all(
    requests.map(async (request, index) => {
      const target = targets[index];
      const etag = target && (await etagOf(target.item));
      return etag === undefined ? request : { ...request, headers: { ...request.headers, 'If-Match': etag } };
    }),
  );
  const sent = { ...options, data: { ...options.data, requests: withVersions } };
  if (options.parse === false) return next(sent);
  const result: { responses?: readonly (BatchedResponse | null)[] } = await next(sent);
  const responses = await Promise.all(
    (result.responses ?? []).map(async (response, index) => {
      const [request, target] = [requests[index], targets[index]];
      if (!request || target?.changes !== 'item' || !response) return response;
      if (response.status === 412) return repeat(request, target, response);
      const etag = new Headers(response.headers).get('ETag');
      if (response.status < 300 && etag !== null) onSaved(target.item, etag, response.body);
      return response;
    }),
  );
  return { ...result, responses };

  async function repeat(request: BatchedRequest, target: Target, rejected: BatchedResponse): Promise<BatchedResponse> {
    try {
      const response = await resolveConflict(target, alone(request));
      return { status: response.status, body: await readRecord(response) };
    } catch {
      return rejected;
    }
  }
}
