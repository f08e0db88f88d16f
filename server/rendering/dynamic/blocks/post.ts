// The parts of one entry: of the one a loop has come to, else of the one whose content the block stands in.
import type { Block } from '../../blocks/grammar.ts';
import { formatDate, usualFormat } from '../dates.ts';
import type { Context, DynamicBlock, Shown } from '../dynamic-block.ts';
import type { Found } from '../needs.ts';
import {
  firstWords,
  headingIn,
  linkAttributes,
  literal,
  ownAttributes,
  textIn,
  textOf,
  titleOf,
  wholeNumber,
} from '../text.ts';
import { textOfEntry } from './contents.ts';

export const postTitle: DynamicBlock = { name: 'core/post-title', render: title };
export const postDate: DynamicBlock = { name: 'core/post-date', render: date };
export const postExcerpt: DynamicBlock = { name: 'core/post-excerpt', render: excerpt };
export const readMore: DynamicBlock = { name: 'core/read-more', render: more };

/** The whole text of an entry; nothing within itself. */
export const postContent: DynamicBlock = {
  name: 'core/post-content',
  needs: (_, { entry, within }) => (within.includes(entry.id) ? [] : [{ kind: 'content', id: entry.id }]),
  render: content,
};

function title(block: Block, { entry }: Context): string {
  const text = textOf(entry.title);
  if (text === '') return '';
  const tag = headingIn(block.attributes.level, 2);
  const link = block.attributes.isLink === true ? `<a${linkAttributes(entry.address, block)}>${text}</a>` : text;
  return `<${tag}${ownAttributes(block)}>${link}</${tag}>`;
}

function date(block: Block, { entry }: Context): string {
  const { attributes } = block;
  const changed = attributes.displayType === 'modified';
  if (changed && entry.modified <= entry.date) return '';
  const moment = changed ? entry.modified : entry.date;
  const format = typeof attributes.format === 'string' && attributes.format !== '' ? attributes.format : usualFormat;
  const text = `<time datetime="${moment}">${literal(formatDate(moment, format))}</time>`;
  const link = attributes.isLink === true ? `<a href="${entry.address}">${text}</a>` : text;
  const classes = changed ? ['wp-block-post-date__modified-date'] : [];
  return `<div${ownAttributes(block, classes)}>${link}</div>`;
}

function excerpt(block: Block, { entry }: Context): string {
  const { attributes } = block;
  const own = 'wp-block-post-excerpt';
  const text = firstWords(textOf(entry.excerpt), wholeNumber(attributes.excerptLength, 55, 1, 100));
  if (text === '') return '';
  const label = textIn(attributes.moreText);
  const link = label && `<a class="${own}__more-link" href="${entry.address}">${label}</a>`;
  const apart = attributes.showMoreOnNewLine !== false;
  const body = `<p class="${own}__excerpt">${text}${link && !apart ? ` ${link}` : ''}</p>`;
  return `<div${ownAttributes(block)}>${body}${link && apart ? `<p class="${own}__more-text">${link}</p>` : ''}</div>`;
}

function more(block: Block, { entry }: Context): string {
  const text = textIn(block.attributes.content, 'Read more');
  const about = `<span class="screen-reader-text">: ${titleOf(entry)}</span>`;
  return `<a${ownAttributes(block)}${linkAttributes(entry.address, block)}>${text}${about}</a>`;
}

function content(block: Block, context: Context, found: Found): Shown {
  const whole = textOfEntry(context.entry.id, context, found);
  return whole ? [`<div${ownAttributes(block, ['entry-content'])}>`, whole, '</div>'] : '';
}
