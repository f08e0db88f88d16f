// The room of the indexes; anyone may read them.
import type { indexOperations } from '../../../contract/namespaces/site-index.ts';
import { everyone, type Operation, type Room } from '../../http/room.ts';
import { getNamespaceIndex } from './get-namespace-index.ts';
import { getSiteIndex } from './get-site-index.ts';
import type { IndexParts } from './parts.ts';

/** Joins the room's operations. */
export function siteIndexRoom(parts: IndexParts): Room {
  const operations: Record<(typeof indexOperations)[number], Operation> = {
    'get-site-index': getSiteIndex(parts),
    'get-namespace-index': getNamespaceIndex(parts),
  };
  return { permissions: { everyone }, operations };
}
