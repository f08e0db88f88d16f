// Lists the routes of the service.
import type { Contract } from '../contract/contract.ts';
import type { Resource } from '../contract/grammar/resource.ts';
import { batch } from '../contract/namespaces/batch.ts';
import { namespaceIndex, siteIndex, siteIndexModule } from '../contract/namespaces/site-index.ts';
import type { AnnouncedRoute } from './http/routes.ts';

const indexResource: Resource = {
  title: 'index',
  namespace: '',
  module: siteIndexModule,
  fields: {},
  links: [],
  routes: [],
};

/** Returns every route in the order of the site index: the root, the batch routes, then each namespace, beginning with its index. */
export function listRoutes({ resources }: Contract): AnnouncedRoute[] {
  const all = [...resources.values()];
  const namespaces = [...new Set(all.map((resource) => resource.namespace))];
  return [
    { route: siteIndex, namespace: '', resource: indexResource },
    ...batch.routes.map((route): AnnouncedRoute => ({ route, namespace: '', resource: batch })),
    ...namespaces.flatMap((namespace): AnnouncedRoute[] => [
      { route: namespaceIndex(namespace), namespace, resource: indexResource },
      ...all
        .filter((resource) => resource.namespace === namespace)
        .flatMap((resource) => resource.routes.map((route): AnnouncedRoute => ({ route, namespace, resource }))),
    ]),
  ];
}
