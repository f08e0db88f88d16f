// Opens stores of the block editor's unmodified data layer, which send requests to a service.
import { createRequire } from 'node:module';
import type { InProcessService } from '../service-in-process.ts';

const require = createRequire(import.meta.url);
const coreData = require('@wordpress/core-data');
// Loads the same instances of packages as the data layer, because each instance has its own stores and middlewares.
const requireFromCoreData = createRequire(require.resolve('@wordpress/core-data'));
const { createRegistry } = requireFromCoreData('@wordpress/data');
const apiFetch = requireFromCoreData('@wordpress/api-fetch').default;

// Middlewares cannot be removed, and test files share this module, so the middlewares use these variables.
let rootUrl = '';
let authorization = '';

interface RequestOptions {
  readonly path?: string;
  readonly headers?: object;
}

type Middleware = (options: RequestOptions, next: (options: object) => unknown) => unknown;

apiFetch.use(((options, next) => apiFetch.createRootURLMiddleware(rootUrl)(options, next)) satisfies Middleware);
apiFetch.use(((options, next) =>
  next({ ...options, headers: { ...options.headers, Authorization: authorization } })) satisfies Middleware);

/** Connects the data layer to a service until the returned function is called. */
export function connectDataLayer({ origin }: InProcessService): () => void {
  rootUrl = `${origin}/wp-json/`;
  // This is the only global variable of browsers that the packages need.
  Object.assign(globalThis, { window: { fetch } });
  return () => {
    Reflect.deleteProperty(globalThis, 'window');
  };
}

/** Opens a new, empty store. From then on, all requests are sent with this Authorization header. */
export function openStore(authorizationHeader: string) {
  authorization = authorizationHeader;
  const registry = createRegistry();
  registry.register(coreData.store);
  return {
    resolve: registry.resolveSelect(coreData.store),
    select: registry.select(coreData.store),
    dispatch: registry.dispatch(coreData.store),
  };
}
