// Binds the endpoints of font collections to their operations. The endpoints are read-only and require the capability
// `edit_theme_options`.
import type {
  FontCollection,
  fontCollectionOperations,
  fontCollectionPermissions,
} from '../../../contract/cms-v2/font-collections.ts';
import type { Module, Operation, Permission } from '../../http/module.ts';
import { errorUnlessCanManageFonts, forbiddenErrors } from '../font-families/conditions.ts';
import { getFontCollection } from './get-font-collection.ts';
import { listFontCollections } from './list-font-collections.ts';
import { fontCollectionPresenter } from './present.ts';

/** Binds the endpoints to their permission, operations and presenter. */
export function fontCollectionsEndpoints(collections: readonly FontCollection[]): Module {
  const permissions: Record<(typeof fontCollectionPermissions)[number], Permission> = {
    'read-font-collections': { permit: ({ actor }) => errorUnlessCanManageFonts(actor, forbiddenErrors.read) },
  };
  const operations: Record<(typeof fontCollectionOperations)[number], Operation> = {
    'list-font-collections': listFontCollections(collections),
    'get-font-collection': getFontCollection(collections),
  };
  return { permissions, operations, presenter: fontCollectionPresenter };
}
