import type { Block } from '../../blocks/grammar.ts';
import { formatDate, usualFormat } from '../dates.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { Found } from '../needs.ts';
import type { ShownComment, ShownEntry } from '../shown.ts';
import { firstWords, ownAttributes, textOf, titleOf, wholeNumber } from '../text.ts';
import { addressOfComment, authorOfComment, avatarOf } from './comment.ts';

/** The newest approved comments, each with its author and the entry it is about. */
export const latestComments: DynamicBlock = {
  name: 'core/latest-comments',
  needs: (block) => [{ kind: 'comments', limit: limitOf(block) }],
  render,
};

const limitOf = ({ attributes }: Block) => wholeNumber(attributes.commentsToShow, 5, 1, 100);

/** How many words an excerpt of a comment has. */
const excerptWords = 20;

function render(block: Block, _: unknown, found: Found): string {
  const { attributes } = block;
  const comments = found.comments(limitOf(block)).flatMap((comment) => {
    const entry = found.entry(comment.post);
    return entry ? [item(block, comment, entry)] : [];
  });
  if (comments.length === 0) return `<div${ownAttributes(block)}>No comments to show.</div>`;
  const classes = [
    ...(attributes.displayAvatar === false ? [] : ['has-avatars']),
    ...(attributes.displayDate === false ? [] : ['has-dates']),
    ...(textIsShown(block) ? ['has-excerpts'] : []),
  ];
  return `<ol${ownAttributes(block, classes)}>${comments.join('')}</ol>`;
}

/** Older blocks say it by `displayExcerpt`. */
const textIsShown = ({ attributes: { displayContent, displayExcerpt } }: Block) =>
  displayContent !== 'none' && displayExcerpt !== false;

function item(block: Block, comment: ShownComment, entry: ShownEntry): string {
  const { attributes } = block;
  const name = 'wp-block-latest-comments__comment';
  const avatar = attributes.displayAvatar === false ? '' : avatarOf(comment, 48, `${name}-avatar`);
  const link = `<a class="${name}-link" href="${addressOfComment(comment, entry)}">${titleOf(entry)}</a>`;
  const date = `<time class="${name}-date" datetime="${comment.date}">${formatDate(comment.date, usualFormat)}</time>`;
  const text =
    attributes.displayContent === 'full' ? comment.content : firstWords(textOf(comment.content), excerptWords);
  return (
    `<li class="${name}">${avatar}<article><footer class="${name}-meta">` +
    `<span class="${name}-author">${authorOfComment(comment)}</span> on ${link}` +
    `${attributes.displayDate === false ? '' : date}</footer>` +
    `${textIsShown(block) ? `<div class="${name}-excerpt">${text}</div>` : ''}</article></li>`
  );
}
