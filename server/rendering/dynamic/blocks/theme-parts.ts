// Blocks that render template parts and patterns of the theme.
import type { Block } from '../../blocks/parse.ts';
import { keywordOr, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock, RenderedBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';
import { parseContentBlocks } from './contents.ts';

/** A template part of the active theme; empty if it does not exist or contains itself. */
export const templatePart: DynamicBlock = {
  name: 'core/template-part',
  needs: (block) => (slugOf(block) === '' ? [] : [{ kind: 'template part', slug: slugOf(block) }]),
  render: renderTemplatePart,
};

/** The blocks of a pattern of the active theme. */
export const pattern: DynamicBlock = { name: 'core/pattern', render: renderPattern };

const slugOf = ({ attributes: { slug } }: Block) => (typeof slug === 'string' && slug.length <= 200 ? slug : '');

const elements: readonly string[] = ['header', 'footer', 'main', 'section', 'article', 'aside', 'nav', 'div'];

function renderTemplatePart(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const slug = slugOf(block);
  const { theme, tagName, area } = block.attributes;
  const content = theme === undefined || theme === found.site.theme ? found.templatePart(slug) : undefined;
  const enclosingSlugs = context.enclosingParts ?? [];
  if (!content || enclosingSlugs.includes(slug)) return '';
  const tag = [keywordOr(tagName), keywordOr(area)].find((each) => elements.includes(each)) ?? 'div';
  return [
    `<${tag}${wrapperAttributes(block)}>`,
    { stored: content.stored, context: { ...context, enclosingParts: [...enclosingSlugs, slug] } },
    `</${tag}>`,
  ];
}

function renderPattern(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const slug = slugOf(block);
  const enclosingSlugs = context.enclosingPatterns ?? [];
  const content = enclosingSlugs.includes(slug) ? undefined : found.pattern(slug);
  return content === undefined
    ? ''
    : [
        {
          innerContent: parseContentBlocks(content),
          context: { ...context, enclosingPatterns: [...enclosingSlugs, slug] },
        },
      ];
}
