import { integerInRange } from '../../blocks/text.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import { contentOfEntry } from './contents.ts';

/** Content type of reusable blocks. */
const type = 'cms_block';

const referencedId = (attributes: Readonly<Record<string, unknown>>) =>
  integerInRange(attributes.ref, 0, 0, Number.MAX_SAFE_INTEGER);

/** A reusable block; empty if it is not published, is password-protected or contains itself (rendering.md §4). */
export const reusableBlock: DynamicBlock = {
  name: 'core/block',
  needs: ({ attributes }, { enclosingIds }) =>
    enclosingIds.includes(referencedId(attributes)) ? [] : [{ kind: 'content', id: referencedId(attributes) }],
  render: ({ attributes }, context, found) => {
    const innerContent = contentOfEntry(referencedId(attributes), context, found, type);
    return innerContent ? [innerContent] : '';
  },
};
