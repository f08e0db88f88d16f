// Declares the site index and the indexes of namespaces (specification: Site index object; protocol.md §11, §12).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Route } from '../grammar/route.ts';
import { Type } from '../grammar/schema.ts';

// The parameters of an index are not validated (protocol.md §11).
const context = Type.Unsafe<unknown>({ default: 'view' });

const endpoints = declareEndpoints({
  'get-site-index': { permission: 'everyone', parameters: { context } },
});

const namespaceEndpoints = (namespace: string) =>
  declareEndpoints({
    'get-namespace-index': {
      permission: 'everyone',
      parameters: { namespace: Type.Unsafe<unknown>({ default: namespace, isName: true }), context },
    },
  });
export type IndexEndpoints = typeof endpoints & ReturnType<typeof namespaceEndpoints>;

/** The module with the code of these endpoints. */
export const siteIndexModule: ModuleDeclaration<IndexEndpoints> = { name: 'site-index' };

/**
 * The namespace of the routes that are additions to the specification: previews, edit locks, the audit log, backups, webhooks, events and
 * the live channel.
 */
export const octavoNamespace = 'octavo/v1';

/** The site index, GET /. It requires no credentials. */
export const siteIndex: Route = { path: '/', parameters: {}, endpoints: [endpoints['get-site-index']] };

/** Declares the index of a namespace, GET /<namespace>, which lists its routes. */
export const namespaceIndex = (namespace: string): Route => ({
  path: `/${namespace}`,
  parameters: {},
  endpoints: [namespaceEndpoints(namespace)['get-namespace-index']],
});
