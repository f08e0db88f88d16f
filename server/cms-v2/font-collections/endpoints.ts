// Binds the endpoints of font collections to their operations. The endpoints are read-only and require the capability
// `edit_theme_options`.
import { type FontCollection, fontCollectionsModule } from '../../../contract/cms-v2/font-collections.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { errorUnlessCanManageFonts, forbiddenErrors } from '../font-families/conditions.ts';
import { getFontCollection } from './get-font-collection.ts';
import { listFontCollections } from './list-font-collections.ts';
import { fontCollectionPresenter } from './present.ts';

/** Returns the module of font collections. */
export function fontCollectionsEndpoints(collections: readonly FontCollection[]): Module {
  return implement(fontCollectionsModule, {
    permissions: {
      'read-font-collections': { permit: ({ actor }) => errorUnlessCanManageFonts(actor, forbiddenErrors.read) },
    },
    operations: {
      'list-font-collections': listFontCollections(collections),
      'get-font-collection': getFontCollection(collections),
    },
    presenter: fontCollectionPresenter,
  });
}
