// The room of collections of fonts: read only, for those who manage the theme.
import type {
  FontCollection,
  fontCollectionOperations,
  fontCollectionPermissions,
} from '../../../contract/cms-v2/font-collections.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import { denials, unlessManaging } from '../font-families/rules.ts';
import { getFontCollection } from './get-font-collection.ts';
import { listFontCollections } from './list-font-collections.ts';
import { fontCollectionPresenter } from './present.ts';

/** Joins the room's rule, operations and presenter. */
export function fontCollectionsRoom(collections: readonly FontCollection[]): Room {
  const permissions: Record<(typeof fontCollectionPermissions)[number], Permission> = {
    'read-font-collections': { permit: ({ actor }) => unlessManaging(actor, denials.read) },
  };
  const operations: Record<(typeof fontCollectionOperations)[number], Operation> = {
    'list-font-collections': listFontCollections(collections),
    'get-font-collection': getFontCollection(collections),
  };
  return { permissions, operations, presenter: fontCollectionPresenter };
}
