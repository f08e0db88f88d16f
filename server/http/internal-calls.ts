// Performs requests that the service and its extensions make themselves.
import type { Actor } from '../access/actor.ts';
import type { Api } from './api.ts';
import type { ApiRequest, ApiResponse } from './request.ts';

/**
 * The API for code that is created before it. Extensions receive it when they are opened, at which time their routes do not exist yet.
 */
export class InternalCalls {
  #api: Pick<Api, 'dispatch' | 'dispatchAs'> | undefined;

  /** Makes the API available. */
  connect(api: Pick<Api, 'dispatch' | 'dispatchAs'>): void {
    this.#api = api;
  }

  /** Performs a request with the permissions of its credentials. Throws an Error before the API is available. */
  dispatch(request: ApiRequest): Promise<ApiResponse> {
    return this.#connected().dispatch(request);
  }

  /** Performs a request as an actor, regardless of its credentials. Throws an Error before the API is available. */
  dispatchAs(actor: Actor, request: ApiRequest): Promise<ApiResponse> {
    return this.#connected().dispatchAs(actor, request);
  }

  #connected(): Pick<Api, 'dispatch' | 'dispatchAs'> {
    if (this.#api) return this.#api;
    throw new Error(
      'The API cannot be called before all extensions are opened; call it in operations, jobs and listeners.',
    );
  }
}
