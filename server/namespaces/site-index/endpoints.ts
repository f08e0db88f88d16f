// Binds the public endpoints of the site index and the namespace indexes to operations.
import { siteIndexModule } from '../../../contract/namespaces/site-index.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { IndexDeps } from './deps.ts';
import { getNamespaceIndex } from './get-namespace-index.ts';
import { getSiteIndex } from './get-site-index.ts';

/** Returns the module of the indexes. */
export function siteIndexEndpoints(deps: IndexDeps): Module {
  return implement(siteIndexModule, {
    permissions: {},
    operations: { 'get-site-index': getSiteIndex(deps), 'get-namespace-index': getNamespaceIndex(deps) },
  });
}
