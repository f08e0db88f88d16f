import { type Block, isRecord } from '../../blocks/grammar.ts';
import { formatDate, usualFormat } from '../dates.ts';
import type { Context, DynamicBlock, Shown } from '../dynamic-block.ts';
import { type EntryQuery, entryQuery, type Found, mostEntries, type Need } from '../needs.ts';
import type { ShownEntry } from '../shown.ts';
import { firstWords, numbersIn, ownAttributes, textOf, titleOf, wholeNumber } from '../text.ts';

/** The newest posts, or all by title, as a list of links; with date, author and text where they are wanted. */
export const latestPosts: DynamicBlock = { name: 'core/latest-posts', needs, render };

function queryOf({ attributes }: Block): EntryQuery {
  const { categories, selectedAuthor } = attributes;
  const chosen = Array.isArray(categories) ? categories.map((each) => (isRecord(each) ? each.id : each)) : categories;
  const terms = numbersIn(chosen);
  return entryQuery({
    limit: wholeNumber(attributes.postsToShow, 5, 1, mostEntries),
    orderBy: attributes.orderBy === 'title' ? 'title' : 'date',
    order: attributes.order === 'asc' ? 'asc' : 'desc',
    terms: terms.length > 0 ? [{ taxonomy: 'category', ids: terms }] : [],
    authors: numbersIn(selectedAuthor),
  });
}

function needs(block: Block): Need[] {
  return [{ kind: 'entries', query: queryOf(block), authors: block.attributes.displayAuthor === true }];
}

function render(block: Block, context: Context, found: Found): Shown {
  const { attributes } = block;
  const entries = found.entries(queryOf(block));
  if (entries.length === 0) return '';
  const grid = attributes.postLayout === 'grid';
  const classes = [
    'wp-block-latest-posts__list',
    ...(grid ? ['is-grid', `columns-${wholeNumber(attributes.columns, 3, 1, 12)}`] : []),
    ...(attributes.displayPostDate === true ? ['has-dates'] : []),
    ...(attributes.displayAuthor === true ? ['has-author'] : []),
  ];
  return [
    `<ul${ownAttributes(block, classes)}>`,
    ...entries.flatMap((entry) => item(block, context, found, entry)),
    '</ul>',
  ];
}

/** Shows the whole text of a post, by the block that does so in a loop. */
const wholeText: Block['pieces'] = [{ name: 'core/post-content', attributes: {}, json: '', pieces: [], isVoid: true }];

function item({ attributes }: Block, context: Context, found: Found, entry: ShownEntry) {
  const name = 'wp-block-latest-posts__post';
  const author = attributes.displayAuthor === true ? found.user(entry.author) : undefined;
  const date = formatDate(entry.date, usualFormat);
  const head = [
    `<a class="${name}-title" href="${entry.address}">${titleOf(entry)}</a>`,
    author ? `<div class="${name}-author">by ${textOf(author.name)}</div>` : '',
    attributes.displayPostDate === true ? `<time class="${name}-date" datetime="${entry.date}">${date}</time>` : '',
  ].join('');
  if (attributes.displayPostContent !== true) return [`<li>${head}</li>`];
  if (attributes.displayPostContentRadio === 'full_post') {
    const whole = { pieces: wholeText, context: { ...context, entry } };
    return [`<li>${head}<div class="${name}-full-content">`, whole, '</div></li>'];
  }
  const text = firstWords(textOf(entry.excerpt), wholeNumber(attributes.excerptLength, 55, 1, 100));
  return [`<li>${head}${text && `<div class="${name}-excerpt">${text}</div>`}</li>`];
}
