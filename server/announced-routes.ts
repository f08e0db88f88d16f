// The routes of the service in the order of the site index.
import type { Contract } from '../contract/contract.ts';
import type { Resource } from '../contract/grammar/resource.ts';
import { batch } from '../contract/namespaces/batch.ts';
import { namespaceIndex, siteIndex } from '../contract/namespaces/site-index.ts';
import type { Announced } from './http/routes.ts';

const inner: Resource = { title: 'index', namespace: '', room: 'site-index', fields: {}, links: [], routes: [] };

/** Every route in the order in which the index announces it: the root, then each namespace with its index first. */
export function announcedRoutes({ resources }: Contract): Announced[] {
  const all = [...resources.values()];
  const namespaces = [...new Set(all.map((resource) => resource.namespace))];
  return [
    { route: siteIndex, namespace: '', resource: inner },
    ...batch.routes.map((route): Announced => ({ route, namespace: '', resource: batch })),
    ...namespaces.flatMap((namespace): Announced[] => [
      { route: namespaceIndex(namespace), namespace, resource: inner },
      ...all
        .filter((resource) => resource.namespace === namespace)
        .flatMap((resource) => resource.routes.map((route): Announced => ({ route, namespace, resource }))),
    ]),
  ];
}
