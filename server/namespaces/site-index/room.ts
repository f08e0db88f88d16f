// The room of the indexes; anyone may read them.
import type { indexOperations } from '../../../contract/namespaces/site-index.ts';
import { everyone, type Operation, type Room } from '../../http/room.ts';
import { getNamespaceIndex } from './get-namespace-index.ts';
import { getSiteIndex } from './get-site-index.ts';
import type { IndexGifts } from './gifts.ts';

/** Joins the room's operations. */
export function siteIndexRoom(gifts: IndexGifts): Room {
  const operations: Record<(typeof indexOperations)[number], Operation> = {
    'get-site-index': getSiteIndex(gifts),
    'get-namespace-index': getNamespaceIndex(gifts),
  };
  return { permissions: { everyone }, operations };
}
