import { type Block, isRecord } from '../../blocks/parse.ts';
import {
  integerInRange,
  positiveIntegersIn,
  textOf,
  titleOf,
  truncateWords,
  wrapperAttributes,
} from '../../blocks/text.ts';
import { defaultDateFormat, formatDate } from '../dates.ts';
import type { BlockContext, DynamicBlock, RenderedBlock } from '../dynamic-block.ts';
import { createEntryQuery, type EntryQuery, type LoadedData, maxListItems, type Need } from '../needs.ts';
import type { EntryView } from '../views.ts';

/** Posts, sorted by date or title, as a list of links with optional date, author and text. By default, the latest posts are listed. */
export const latestPosts: DynamicBlock = { name: 'core/latest-posts', needs, render };

function queryOf({ attributes }: Block): EntryQuery {
  const { categories, selectedAuthor } = attributes;
  const categoryIds = Array.isArray(categories)
    ? categories.map((each) => (isRecord(each) ? each.id : each))
    : categories;
  const terms = positiveIntegersIn(categoryIds);
  return createEntryQuery({
    limit: integerInRange(attributes.postsToShow, 5, 1, maxListItems),
    orderBy: attributes.orderBy === 'title' ? 'title' : 'date',
    order: attributes.order === 'asc' ? 'asc' : 'desc',
    terms: terms.length > 0 ? [{ taxonomy: 'category', ids: terms }] : [],
    authors: positiveIntegersIn(selectedAuthor),
  });
}

function needs(block: Block): Need[] {
  return [{ kind: 'entries', query: queryOf(block), authors: block.attributes.displayAuthor === true }];
}

function render(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const { attributes } = block;
  const entries = found.entries(queryOf(block));
  if (entries.length === 0) return '';
  const grid = attributes.postLayout === 'grid';
  const classes = [
    'wp-block-latest-posts__list',
    ...(grid ? ['is-grid', `columns-${integerInRange(attributes.columns, 3, 1, 12)}`] : []),
    ...(attributes.displayPostDate === true ? ['has-dates'] : []),
    ...(attributes.displayAuthor === true ? ['has-author'] : []),
  ];
  return [
    `<ul${wrapperAttributes(block, classes)}>`,
    ...entries.flatMap((entry) => item(block, context, found, entry)),
    '</ul>',
  ];
}

/** The block that renders the full content of a post. */
const fullContentBlocks: Block['innerContent'] = [
  { name: 'core/post-content', attributes: {}, json: '', innerContent: [], isVoid: true },
];

function item({ attributes }: Block, context: BlockContext, found: LoadedData, entry: EntryView) {
  const name = 'wp-block-latest-posts__post';
  const author = attributes.displayAuthor === true ? found.user(entry.author) : undefined;
  const date = formatDate(entry.date, defaultDateFormat);
  const head = [
    `<a class="${name}-title" href="${entry.url}">${titleOf(entry)}</a>`,
    author ? `<div class="${name}-author">by ${textOf(author.name)}</div>` : '',
    attributes.displayPostDate === true ? `<time class="${name}-date" datetime="${entry.date}">${date}</time>` : '',
  ].join('');
  if (attributes.displayPostContent !== true) return [`<li>${head}</li>`];
  if (attributes.displayPostContentRadio === 'full_post') {
    const fullContent = { innerContent: fullContentBlocks, context: { ...context, entry } };
    return [`<li>${head}<div class="${name}-full-content">`, fullContent, '</div></li>'];
  }
  const text = truncateWords(textOf(entry.excerpt), integerInRange(attributes.excerptLength, 55, 1, 100));
  return [`<li>${head}${text && `<div class="${name}-excerpt">${text}</div>`}</li>`];
}
