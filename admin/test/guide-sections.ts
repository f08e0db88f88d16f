// Lists the sections of guides, to which help and links lead.
import type { Guide } from '../ui/guides.ts';

/** Returns the IDs of the headings of a guide. */
export const sectionsOf = ({ blocks }: Guide): readonly string[] =>
  blocks.flatMap((block) => (block.type === 'heading' ? [block.id] : []));
