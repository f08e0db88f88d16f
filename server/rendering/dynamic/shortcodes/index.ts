// Shortcodes that show data: like dynamic blocks, but written in brackets and told to no editor.

import { compactAttributes } from '../../blocks/attributes.ts';
import type { Block } from '../../blocks/grammar.ts';
import type { Shortcode } from '../../shortcodes.ts';
import { dynamicBlocks } from '../blocks/index.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import { embed } from './embed.ts';
import { gallery } from './gallery.ts';
import { playlist } from './playlist.ts';

const all: readonly DynamicBlock[] = [gallery, playlist];

/** Everything that fills a hole of a content, by its name there. */
export const fillers: ReadonlyMap<string, DynamicBlock> = new Map([
  ...dynamicBlocks,
  ...[...all, embed].map((each) => [each.name, each] as const),
]);

/** The names of the shortcodes that show data wherever they stand; `embed` does where there is room for a block. */
export const dynamicShortcodes: readonly string[] = all.map(({ name }) => name.slice('shortcode/'.length));

/** A shortcode as the block that stands in its hole; `number`: the how manieth of its name it is in its content. */
export function blockOfShortcode({ name, attributes: own }: Shortcode, number: number): Block {
  const attributes = { ...Object.fromEntries(own), number };
  const json = compactAttributes(JSON.stringify(attributes));
  return { name: `shortcode/${name}`, attributes, json, pieces: [], isVoid: true };
}
