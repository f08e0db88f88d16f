// Lists the dynamic shortcodes. They work like dynamic blocks, but are written in brackets and are unknown to editors.

import { compactAttributes } from '../../blocks/attributes.ts';
import type { Block } from '../../blocks/parse.ts';
import type { Shortcode } from '../../shortcodes.ts';
import { dynamicBlocks } from '../blocks/index.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import { embed } from './embed.ts';
import { form } from './form.ts';
import { gallery } from './gallery.ts';
import { playlist } from './playlist.ts';

const all: readonly DynamicBlock[] = [gallery, playlist, form];

/** Renderers of all placeholders, keyed by block name. */
export const placeholderRenderers: ReadonlyMap<string, DynamicBlock> = new Map([
  ...dynamicBlocks,
  ...[...all, embed].map((each) => [each.name, each] as const),
]);

/** Names of the shortcodes that are dynamic in any context. `embed` is dynamic only where a block element is allowed. */
export const dynamicShortcodes: readonly string[] = all.map(({ name }) => name.slice('shortcode/'.length));

/** Returns the block for the placeholder of a shortcode. `number` counts the shortcodes of the same name in an entry, from 1. */
export function shortcodeToBlock({ name, attributes: shortcodeAttributes }: Shortcode, number: number): Block {
  const attributes = { ...Object.fromEntries(shortcodeAttributes), number };
  const json = compactAttributes(JSON.stringify(attributes));
  return { name: `shortcode/${name}`, attributes, json, innerContent: [], isVoid: true };
}
