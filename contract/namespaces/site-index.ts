// The root index and the index of a namespace (specification: Site index object; protocol.md §11, §12).
import type { Route } from '../grammar/route.ts';
import { Type } from '../grammar/schema.ts';

/** Operations of the module `site-index`; each has a file of that name in the module. */
export const indexOperations = ['get-site-index', 'get-namespace-index'] as const;

// The context of an index is not validated (protocol.md §11).
const context = Type.Unsafe<string>({ default: 'view' });

/** The namespace of routes that are not part of the specification: previews, the audit log, webhooks, events. */
export const octavoNamespace = 'octavo/v1';

/** GET /. It is public. */
export const siteIndex: Route = {
  path: '/',
  parameters: {},
  endpoints: [{ methods: ['GET'], operation: 'get-site-index', permission: 'everyone', parameters: { context } }],
};

/** GET /<namespace>: the routes of one namespace. */
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
