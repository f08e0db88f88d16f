// GET and POST on a dynamic block: its HTML.
import type { RenderBlockArgs } from '../../../contract/cms-v2/block-renderer.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { dynamicBlocks } from '../../rendering/dynamic/blocks/index.ts';
import { fillContents } from '../../rendering/dynamic/fill.ts';
import type { ShownEntry } from '../../rendering/dynamic/shown.ts';
import { renderBlock as renderStored } from '../../rendering/render.ts';
import { makeLoader } from '../dynamic-blocks/loader.ts';
import { makeRenderBlocks } from '../dynamic-blocks/render-blocks.ts';
import { shownEntry } from '../dynamic-blocks/shown.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { EntryRow } from '../entries/rows.ts';

/** What a block stands in that stands in no entry. */
const nowhere: ShownEntry = {
  ...{ id: 0, type: '', title: '', excerpt: '', address: '', date: '', modified: '' },
  ...{ author: 0, parent: 0, menuOrder: 0, meta: '{}', titleKey: '', featuredMedia: 0 },
};

/** Blocks that show a part of an entry, and nothing without one. */
const partOfEntry = /^core\/(post-|read-more$|breadcrumbs$)/;

/**
 * Answers with a block as readers see it, in the entry named or in none. It shows only what everybody may see, and of the
 * entry what its editor sees. Throws Refusal 404 `block_invalid`.
 */
export function renderBlock(parts: EntryParts): Operation {
  return {
    async run({ path, work, args: { attributes } }: Call<RenderBlockArgs>, row: EntryRow | undefined) {
      const name = path.name ?? '';
      if (!dynamicBlocks.has(name))
        throw new Refusal('block_invalid', 404, 'No block of this name is made when it is shown.');
      if (!row && partOfEntry.test(name)) return { kind: 'record', row: { rendered: '' } };
      const entry = (row && shownEntry(parts, row, await findHiddenPaths(parts.database.read, [row]))) ?? nowhere;
      const [rendered] = await fillContents(
        [{ stored: renderStored(name, attributes), entry }],
        makeLoader(parts, work),
        makeRenderBlocks(parts, { work, isLimited: false }),
      );
      return { kind: 'record', row: { rendered } };
    },
  };
}
