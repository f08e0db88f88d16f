// Declares the site index and the indexes of namespaces (specification: Site index object; protocol.md §11, §12).
import type { Route } from '../grammar/route.ts';
import { Type } from '../grammar/schema.ts';

/** Operations of the module `site-index`. Each is implemented in a file with its name, such as `get-site-index.ts`. */
export const indexOperations = ['get-site-index', 'get-namespace-index'] as const;

// The `context` parameter of an index is not validated (protocol.md §11).
const context = Type.Unsafe<string>({ default: 'view' });

/** The namespace of the routes that are additions to the specification: previews, the audit log, webhooks and events. */
export const octavoNamespace = 'octavo/v1';

/** The site index, GET /. It requires no credentials. */
export const siteIndex: Route = {
  path: '/',
  parameters: {},
  endpoints: [{ methods: ['GET'], operation: 'get-site-index', permission: 'everyone', parameters: { context } }],
};

/** Declares the index of a namespace, GET /<namespace>, which lists its routes. */
export const namespaceIndex = (namespace: string): Route => ({
  path: `/${namespace}`,
  parameters: {},
  endpoints: [
    {
      methods: ['GET'],
      operation: 'get-namespace-index',
      permission: 'everyone',
      parameters: { namespace: Type.Unsafe<string>({ default: namespace, isName: true }), context },
    },
  ],
});
