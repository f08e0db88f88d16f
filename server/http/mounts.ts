// Gives the API to code that is created before it: extensions, and operations that serve further requests or describe the routes.
import type { Spelling } from '../../contract/names/spelling.ts';
import type { Actor } from '../access/actor.ts';
import type { Api } from './api.ts';
import type { ApiRequest, ApiResponse } from './request.ts';

/**
 * The APIs of the mounts. They are added when all modules and extensions are created; until then, the functions that return or call an API
 * throw an Error.
 */
export class Mounts {
  readonly #apis = new Map<Spelling, Api>();

  /** Adds the API of a mount. The first one must be the native one. */
  add(api: Api): void {
    this.#apis.set(api.spelling, api);
  }

  /** Returns the API at the mount of a call. */
  of({ spelling }: { readonly spelling: Spelling }): Api {
    const api = this.#apis.get(spelling);
    if (api) return api;
    throw new Error(`The API has no mount with the ${spelling.id} spelling.`);
  }

  /** Performs a request to the native mount with the permissions of its credentials. */
  dispatch(request: ApiRequest): Promise<ApiResponse> {
    return this.#native().dispatch(request);
  }

  /** Performs a request to the native mount as an actor, regardless of its credentials. */
  dispatchAs(actor: Actor, request: ApiRequest): Promise<ApiResponse> {
    return this.#native().dispatchAs(actor, request);
  }

  #native(): Api {
    const [native] = this.#apis.values();
    if (native) return native;
    throw new Error(
      'The API cannot be called before all extensions are opened; call it in operations, jobs and listeners.',
    );
  }
}
