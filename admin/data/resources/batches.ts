// Sends several changes in one request.
import { ApiError, send } from '../client.ts';

/** A change of a batch. */
export interface BatchedChange {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** The version of the record that the change is based on. */
  readonly ifMatch?: string | undefined;
}

/** The outcome of a change: the record, or the error. */
export type BatchedOutcome = { readonly record: Readonly<Record<string, unknown>> } | { readonly error: ApiError };

/** Maximum number of changes in a request. */
const maxChanges = 25;

interface BatchResponse {
  readonly responses: readonly {
    readonly status: number;
    readonly body: Readonly<Record<string, unknown>>;
  }[];
}

/**
 * Sends changes, which the service performs in their order, and resolves with their outcomes. More than 25 changes need several requests.
 * Throws ApiError if a request fails as a whole; then its changes may have been performed or not.
 */
export async function sendBatch(changes: readonly BatchedChange[]): Promise<readonly BatchedOutcome[]> {
  const outcomes: BatchedOutcome[] = [];
  for (let at = 0; at < changes.length; at += maxChanges) {
    const requests = changes.slice(at, at + maxChanges).map(({ method, path, body, ifMatch }) => ({
      ...{ method, path },
      ...(body && { body }),
      ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }),
    }));
    const { data } = await send<BatchResponse>('/batch/v1', { method: 'POST', body: { requests } });
    outcomes.push(...data.responses.map(toOutcome));
  }
  return outcomes;
}

function toOutcome({ status, body }: BatchResponse['responses'][number]): BatchedOutcome {
  if (status < 400) return { record: body };
  const { code, message, data } = body;
  return {
    error: new ApiError(String(code), status, String(message), typeof data === 'object' && data ? { ...data } : {}),
  };
}
