// Blocks that render fields of the current entry of a loop. Outside of a loop, this is the entry that contains the block.

import { layoutClasses } from '../../blocks/layout.ts';
import type { Block } from '../../blocks/parse.ts';
import {
  escapeLiteral,
  headingElement,
  integerInRange,
  linkAttributes,
  textOf,
  textOr,
  titleOf,
  truncateWords,
  wrapperAttributes,
} from '../../blocks/text.ts';
import { defaultDateFormat, formatDate } from '../dates.ts';
import type { BlockContext, DynamicBlock, RenderedBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';
import type { PageEntry } from '../page-view.ts';
import { contentOfEntry } from './contents.ts';

export const postTitle: DynamicBlock = { name: 'core/post-title', render: title };
export const postDate: DynamicBlock = { name: 'core/post-date', render: date };
export const postExcerpt: DynamicBlock = { name: 'core/post-excerpt', render: excerpt };
export const readMore: DynamicBlock = { name: 'core/read-more', render: readMoreLink };

/** The full content of an entry; empty inside the content of the same entry. The entry of the page has the content of the page. */
export const postContent: DynamicBlock = {
  name: 'core/post-content',
  needs: (_, context) =>
    context.enclosingIds.includes(context.entry.id) || pageEntryOf(context)
      ? []
      : [{ kind: 'content', id: context.entry.id }],
  render: content,
};

/** Returns the entry of the page, if a block displays it. */
const pageEntryOf = ({ page, entry }: BlockContext): PageEntry | undefined =>
  page?.entry?.id === entry.id ? page.entry : undefined;

function title(block: Block, { entry }: BlockContext): string {
  const text = textOf(entry.title);
  if (text === '') return '';
  const tag = headingElement(block.attributes.level, 2);
  const link = block.attributes.isLink === true ? `<a${linkAttributes(entry.url, block)}>${text}</a>` : text;
  return `<${tag}${wrapperAttributes(block)}>${link}</${tag}>`;
}

function date(block: Block, { entry }: BlockContext): string {
  const { attributes } = block;
  const isModifiedDate = attributes.displayType === 'modified';
  if (isModifiedDate && entry.modified <= entry.date) return '';
  const timestamp = isModifiedDate ? entry.modified : entry.date;
  const format =
    typeof attributes.format === 'string' && attributes.format !== '' ? attributes.format : defaultDateFormat;
  const text = `<time datetime="${timestamp}">${escapeLiteral(formatDate(timestamp, format))}</time>`;
  const link = attributes.isLink === true ? `<a href="${entry.url}">${text}</a>` : text;
  const classes = isModifiedDate ? ['wp-block-post-date__modified-date'] : [];
  return `<div${wrapperAttributes(block, classes)}>${link}</div>`;
}

function excerpt(block: Block, { entry }: BlockContext): string {
  const { attributes } = block;
  const className = 'wp-block-post-excerpt';
  const text = truncateWords(textOf(entry.excerpt), integerInRange(attributes.excerptLength, 55, 1, 100));
  if (text === '') return '';
  const label = textOr(attributes.moreText);
  const link = label && `<a class="${className}__more-link" href="${entry.url}">${label}</a>`;
  const isOnNewLine = attributes.showMoreOnNewLine !== false;
  const body = `<p class="${className}__excerpt">${text}${link && !isOnNewLine ? ` ${link}` : ''}</p>`;
  return `<div${wrapperAttributes(block)}>${body}${link && isOnNewLine ? `<p class="${className}__more-text">${link}</p>` : ''}</div>`;
}

function readMoreLink(block: Block, { entry }: BlockContext): string {
  const text = textOr(block.attributes.content, 'Read more');
  const titleForScreenReaders = `<span class="screen-reader-text">: ${titleOf(entry)}</span>`;
  return `<a${wrapperAttributes(block)}${linkAttributes(entry.url, block)}>${text}${titleForScreenReaders}</a>`;
}

function content(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const pageEntry = context.enclosingIds.includes(context.entry.id) ? undefined : pageEntryOf(context);
  if (pageEntry)
    return `<div${wrapperAttributes(block, contentClasses(block))}>${pageEntry.content}${entryPagesHtml(pageEntry)}</div>`;
  const fullContent = contentOfEntry(context.entry.id, context, found);
  return fullContent ? [`<div${wrapperAttributes(block, ['entry-content'])}>`, fullContent, '</div>'] : '';
}

/** Returns the classes of the content on a page of the site, with those of its layout. */
const contentClasses = (block: Block): string[] => ['entry-content', ...layoutClasses(block)];

/** Renders links to the pages of an entry that has several. */
function entryPagesHtml({ page, pages, urlOf }: PageEntry): string {
  if (pages < 2) return '';
  const items = Array.from({ length: pages }, (_, at) =>
    at + 1 === page
      ? `<span class="post-page-numbers current" aria-current="page">${page}</span>`
      : `<a class="post-page-numbers" href="${urlOf(at + 1)}">${at + 1}</a>`,
  );
  return `<nav class="post-nav-links" aria-label="Pages of this entry">Pages: ${items.join(' ')}</nav>`;
}
