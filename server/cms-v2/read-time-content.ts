// Provides the content that other modules add to entries when they are read, so that `entries` does not depend on these modules.
import { media } from '../../contract/cms-v2/media.ts';
import { fillPlaceholders } from './dynamic-blocks/fill-placeholders.ts';
import type { AddedContent } from './entries/added-content.ts';
import type { EntryDeps } from './entries/deps.ts';
import { findLibraryImages, withLibraryImages } from './media/library-images.ts';
import { readableMedia } from './media/readable.ts';

/** Returns the functions that add content to entries. */
export const readTimeContent = (deps: EntryDeps): AddedContent => ({
  fillPlaceholders: (budget, rows) => fillPlaceholders(deps, budget, rows),
  async addImageSizes(texts) {
    const images = await findLibraryImages(deps.database.read, texts);
    return (html) => withLibraryImages(html, images, deps.site.urls.uploads);
  },
  findReadableImages: (actor, rows) =>
    readableMedia(deps.database.read, deps.contract.types.get(media.name), actor, rows),
});
