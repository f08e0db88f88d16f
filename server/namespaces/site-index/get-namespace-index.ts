// GET /<namespace>: returns the routes of a namespace (protocol.md §12).

import { ApiError } from '../../api-error.ts';
import type { IndexDeps } from './deps.ts';
import { listedRoutes } from './listed-routes.ts';
import type { IndexOperations } from './operations.ts';

/** Responds with the index of the requested namespace. Throws ApiError 404 `rest_invalid_namespace` if it is unknown. */
export function getNamespaceIndex({ mounts }: Pick<IndexDeps, 'mounts'>): IndexOperations['get-namespace-index'] {
  return {
    async run(call) {
      const { routes, namespaces } = mounts.of(call).table;
      const requested = call.args.namespace;
      const namespace = typeof requested === 'string' ? call.spelling.name(requested) : undefined;
      if (namespace === undefined || !namespaces.includes(namespace)) {
        throw new ApiError('rest_invalid_namespace', 404, 'No namespace with this name.');
      }
      const namespaceRoutes = routes.filter((route) => route.namespace === namespace);
      const value = { namespace, routes: await listedRoutes(namespaceRoutes, call) };
      return { kind: 'value', value, links: { up: [{ href: `${call.rest}/` }] }, alwaysLinked: true };
    },
  };
}
