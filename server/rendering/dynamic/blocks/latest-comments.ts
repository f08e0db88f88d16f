import type { Block } from '../../blocks/parse.ts';
import { integerInRange, textOf, titleOf, truncateWords, wrapperAttributes } from '../../blocks/text.ts';
import { defaultDateFormat, formatDate } from '../dates.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';
import type { CommentView, EntryView } from '../views.ts';
import { commentAuthorHtml, commentAvatarHtml, commentUrl } from './comment.ts';

/** The latest approved comments with their authors and entries. */
export const latestComments: DynamicBlock = {
  name: 'core/latest-comments',
  needs: (block) => [{ kind: 'comments', limit: limitOf(block) }],
  render,
};

const limitOf = ({ attributes }: Block) => integerInRange(attributes.commentsToShow, 5, 1, 100);

/** Maximum number of words in the excerpt of a comment. */
const excerptWords = 20;

function render(block: Block, _: unknown, found: LoadedData): string {
  const { attributes } = block;
  const comments = found.comments(limitOf(block)).flatMap((comment) => {
    const entry = found.entry(comment.post);
    return entry ? [item(block, comment, entry)] : [];
  });
  if (comments.length === 0) return `<div${wrapperAttributes(block)}>No comments to show.</div>`;
  const classes = [
    ...(attributes.displayAvatar === false ? [] : ['has-avatars']),
    ...(attributes.displayDate === false ? [] : ['has-dates']),
    ...(hasText(block) ? ['has-excerpts'] : []),
  ];
  return `<ol${wrapperAttributes(block, classes)}>${comments.join('')}</ol>`;
}

/** Whether the text of comments is rendered. Older blocks have the attribute `displayExcerpt`. */
const hasText = ({ attributes: { displayContent, displayExcerpt } }: Block) =>
  displayContent !== 'none' && displayExcerpt !== false;

function item(block: Block, comment: CommentView, entry: EntryView): string {
  const { attributes } = block;
  const name = 'wp-block-latest-comments__comment';
  const avatar = attributes.displayAvatar === false ? '' : commentAvatarHtml(comment, 48, `${name}-avatar`);
  const link = `<a class="${name}-link" href="${commentUrl(comment, entry)}">${titleOf(entry)}</a>`;
  const date = `<time class="${name}-date" datetime="${comment.date}">${formatDate(comment.date, defaultDateFormat)}</time>`;
  const text =
    attributes.displayContent === 'full' ? comment.content : truncateWords(textOf(comment.content), excerptWords);
  return (
    `<li class="${name}">${avatar}<article><footer class="${name}-meta">` +
    `<span class="${name}-author">${commentAuthorHtml(comment)}</span> on ${link}` +
    `${attributes.displayDate === false ? '' : date}</footer>` +
    `${hasText(block) ? `<div class="${name}-excerpt">${text}</div>` : ''}</article></li>`
  );
}
