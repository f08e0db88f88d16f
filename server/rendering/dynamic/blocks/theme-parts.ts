// What the theme brings: template parts and patterns.
import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock, Shown } from '../dynamic-block.ts';
import type { Found } from '../needs.ts';
import { ownAttributes, word } from '../text.ts';
import { blocksOfContent } from './contents.ts';

/** A template part of the active theme; nothing where there is none of that name, or where it stands within itself. */
export const templatePart: DynamicBlock = {
  name: 'core/template-part',
  needs: (block) => (slugOf(block) === '' ? [] : [{ kind: 'template part', slug: slugOf(block) }]),
  render: part,
};

/** The blocks of a pattern of the active theme. */
export const pattern: DynamicBlock = { name: 'core/pattern', render: blocksOfPattern };

const slugOf = ({ attributes: { slug } }: Block) => (typeof slug === 'string' && slug.length <= 200 ? slug : '');

const elements: readonly string[] = ['header', 'footer', 'main', 'section', 'article', 'aside', 'nav', 'div'];

function part(block: Block, context: Context, found: Found): Shown {
  const slug = slugOf(block);
  const { theme, tagName, area } = block.attributes;
  const content = theme === undefined || theme === found.site.theme ? found.templatePart(slug) : undefined;
  const inside = context.parts ?? [];
  if (!content || inside.includes(slug)) return '';
  const tag = [word(tagName), word(area)].find((each) => elements.includes(each)) ?? 'div';
  return [
    `<${tag}${ownAttributes(block)}>`,
    { stored: content.stored, context: { ...context, parts: [...inside, slug] } },
    `</${tag}>`,
  ];
}

function blocksOfPattern(block: Block, context: Context, found: Found): Shown {
  const slug = slugOf(block);
  const inside = context.patterns ?? [];
  const content = inside.includes(slug) ? undefined : found.pattern(slug);
  return content === undefined
    ? ''
    : [{ pieces: blocksOfContent(content), context: { ...context, patterns: [...inside, slug] } }];
}
