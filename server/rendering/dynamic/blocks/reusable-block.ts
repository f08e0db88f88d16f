import type { DynamicBlock } from '../dynamic-block.ts';
import { wholeNumber } from '../text.ts';
import { textOfEntry } from './contents.ts';

/** The type of entries that hold blocks to be used in many places. */
const type = 'cms_block';

const refOf = (attributes: Readonly<Record<string, unknown>>) =>
  wholeNumber(attributes.ref, 0, 0, Number.MAX_SAFE_INTEGER);

/** A block that is kept by itself; nothing where it is not published, has a password or stands within itself (rendering.md §4). */
export const reusableBlock: DynamicBlock = {
  name: 'core/block',
  needs: ({ attributes }, { within }) =>
    within.includes(refOf(attributes)) ? [] : [{ kind: 'content', id: refOf(attributes) }],
  render: ({ attributes }, context, found) => {
    const whole = textOfEntry(refOf(attributes), context, found, type);
    return whole ? [whole] : '';
  },
};
