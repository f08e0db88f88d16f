// GET and POST /cms/v2/block-renderer/<name>: render a dynamic block as HTML.
import { ApiError } from '../../api-error.ts';
import { dynamicBlocks } from '../../rendering/dynamic/blocks/index.ts';
import { fillContents } from '../../rendering/dynamic/fill.ts';
import type { EntryView } from '../../rendering/dynamic/views.ts';
import { renderBlock as renderStored } from '../../rendering/render.ts';
import { createLoader } from '../dynamic-blocks/loader.ts';
import { createRenderBlocks } from '../dynamic-blocks/render-blocks.ts';
import { presentEntry } from '../dynamic-blocks/to-views.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import type { BlockRendererOperations } from './operations.ts';

/** The entry view of blocks that are rendered without an entry. */
const noEntry: EntryView = {
  ...{ id: 0, type: '', title: '', excerpt: '', url: '', date: '', modified: '' },
  ...{ author: 0, parent: 0, menuOrder: 0, meta: '{}', titleKey: '', featuredMedia: 0 },
};

/** A pattern that matches the names of blocks that display a part of an entry and render nothing without an entry. */
const needsEntry = /^core\/(post-|read-more$|breadcrumbs$)/;

/**
 * Responds with the HTML of a block, rendered in the requested entry or without an entry. Besides public content, the HTML contains
 * only data of the requested entry, and the caller may edit this entry. Without an entry, the HTML of blocks that display a part of
 * an entry is empty. Throws ApiError 404 `block_invalid` if `name` is not the name of a dynamic block.
 */
export function renderBlock(deps: EntryDeps): BlockRendererOperations['render-block'] {
  return {
    async run({ path, work, args: { attributes } }, row) {
      const name = path.name ?? '';
      if (!dynamicBlocks.has(name)) throw new ApiError('block_invalid', 404, 'No dynamic block with this name.');
      if (!row && needsEntry.test(name)) return { kind: 'record', row: { rendered: '' } };
      const entry = (row && presentEntry(deps, row, await findHiddenPaths(deps.database.read, [row]))) ?? noEntry;
      const [rendered = ''] = await fillContents(
        [{ stored: renderStored(name, attributes), entry }],
        createLoader(deps, work),
        createRenderBlocks(deps, { work, isLimited: false }),
      );
      return { kind: 'record', row: { rendered } };
    },
  };
}
