// GET /<namespace>: the routes of one namespace (protocol.md §12).
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { listedRoutes } from './listed-routes.ts';
import type { IndexParts } from './parts.ts';

/** Answers with the index of the namespace asked for. Throws Refusal 404 `rest_invalid_namespace`. */
export function getNamespaceIndex({ tableOf }: IndexParts): Operation {
  return {
    async run(call) {
      const { routes, namespaces } = tableOf(call);
      const asked = call.args.namespace;
      const namespace = typeof asked === 'string' ? call.spelling.name(asked) : undefined;
      if (namespace === undefined || !namespaces.includes(namespace)) {
        throw new Refusal('rest_invalid_namespace', 404, 'There is no namespace of this name.');
      }
      const own = routes.filter((route) => route.namespace === namespace);
      const value = { namespace, routes: await listedRoutes(own, call) };
      return { kind: 'value', value, links: { up: [{ href: `${call.rest}/` }] }, alwaysLinked: true };
    },
  };
}
