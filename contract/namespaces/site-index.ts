// The root index and the index of a namespace (specification: Site index object; protocol.md §11, §12).
import type { Route } from '../grammar/route.ts';
import { Type } from '../grammar/schema.ts';

/** The operations of the room `site-index`; each is a file of that name there. */
export const indexOperations = ['get-site-index', 'get-namespace-index'] as const;

// Any word passes as the context of an index: it is not checked (protocol.md §11).
const context = Type.Unsafe<string>({ default: 'view' });

/** The namespace of the routes that the specification does not have: previews, the audit log, webhooks, events. */
export const ownNamespace = 'octavo/v1';

/** GET /: anyone may read it. */
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
