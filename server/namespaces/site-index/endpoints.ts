// Binds the public endpoints of the site index and the namespace indexes to operations.
import type { indexOperations } from '../../../contract/namespaces/site-index.ts';
import { type Module, type Operation, publicAccess } from '../../http/module.ts';
import type { IndexDeps } from './deps.ts';
import { getNamespaceIndex } from './get-namespace-index.ts';
import { getSiteIndex } from './get-site-index.ts';

/** Returns the operations of the indexes. */
export function siteIndexEndpoints(deps: IndexDeps): Module {
  const operations: Record<(typeof indexOperations)[number], Operation> = {
    'get-site-index': getSiteIndex(deps),
    'get-namespace-index': getNamespaceIndex(deps),
  };
  return { permissions: { everyone: publicAccess }, operations };
}
