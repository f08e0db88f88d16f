// Blocks that render the author of an entry.
import type { Block } from '../../blocks/parse.ts';
import {
  integerInRange,
  linkAttributes,
  textOf,
  textOr,
  wrapperAttributes,
  attributes as written,
} from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import type { UserView } from '../views.ts';
import { commentAvatarHtml } from './comment.ts';

const needs = (_: Block, { entry }: BlockContext): Need[] => [{ kind: 'user', id: entry.author }];

/** Creates a renderer for the author of an entry. Its result is empty if the author no longer exists. */
const withAuthor =
  (renderAuthor: (block: Block, user: UserView) => string): DynamicBlock['render'] =>
  (block: Block, { entry }: BlockContext, found: LoadedData) => {
    const user = found.user(entry.author);
    return user ? renderAuthor(block, user) : '';
  };

export const postAuthor: DynamicBlock = { name: 'core/post-author', needs, render: withAuthor(author) };
export const postAuthorName: DynamicBlock = { name: 'core/post-author-name', needs, render: withAuthor(renderName) };
export const postAuthorBiography: DynamicBlock = {
  name: 'core/post-author-biography',
  needs,
  render: withAuthor(biography),
};

/** The avatar of the user whom the attributes name, otherwise of the author of the current comment or, outside of comments, of the entry. */
export const avatar: DynamicBlock = {
  name: 'core/avatar',
  needs: (block, { entry, comment }) =>
    comment && configuredUserId(block) === 0 ? [] : [{ kind: 'user', id: configuredUserId(block) || entry.author }],
  render: (block, { entry, comment }, found) => {
    const size = integerInRange(block.attributes.size, 96, 8, 512);
    if (comment && configuredUserId(block) === 0) {
      const image = commentAvatarHtml(comment, size, 'wp-block-avatar__image');
      return image && `<div${wrapperAttributes(block)}>${image}</div>`;
    }
    const user = found.user(configuredUserId(block) || entry.author);
    if (!user || user.avatarUrl === '') return '';
    const avatarImage = avatarHtml(user, size, 'wp-block-avatar__image');
    const linked = block.attributes.isLink === true;
    const link = linked
      ? `<a class="wp-block-avatar__link"${linkAttributes(user.url, block)}>${avatarImage}</a>`
      : avatarImage;
    return `<div${wrapperAttributes(block)}>${link}</div>`;
  },
};

const configuredUserId = ({ attributes }: Block) => integerInRange(attributes.userId, 0, 0, Number.MAX_SAFE_INTEGER);

const avatarHtml = (user: UserView, size: number, className: string) =>
  `<img${written({
    class: `avatar avatar-${size} photo ${className}`,
    src: user.avatarUrl.replace('{size}', String(size)),
    width: String(size),
    height: String(size),
  })} alt="${textOf(user.name)}" loading="lazy" decoding="async" />`;

function nameOf(block: Block, user: UserView): string {
  const name = textOf(user.name);
  return block.attributes.isLink === true ? `<a${linkAttributes(user.url, block)}>${name}</a>` : name;
}

function renderName(block: Block, user: UserView): string {
  return `<div${wrapperAttributes(block)}>${nameOf(block, user)}</div>`;
}

function biography(block: Block, user: UserView): string {
  const text = textOf(user.description);
  return text && `<div${wrapperAttributes(block)}>${text}</div>`;
}

function author(block: Block, user: UserView): string {
  const { attributes } = block;
  const className = 'wp-block-post-author';
  const size = integerInRange(attributes.avatarSize, 48, 8, 512);
  const avatarMarkup =
    attributes.showAvatar === false || user.avatarUrl === '' ? '' : avatarHtml(user, size, `${className}__image`);
  const byline = textOr(attributes.byline);
  const text = attributes.showBio === true ? textOf(user.description) : '';
  return (
    `<div${wrapperAttributes(block)}>${avatarMarkup && `<div class="${className}__avatar">${avatarMarkup}</div>`}<div class="${className}__content">` +
    `${byline && `<p class="${className}__byline">${byline}</p>`}<p class="${className}__name">${nameOf(block, user)}</p>` +
    `${text && `<p class="${className}__bio">${text}</p>`}</div></div>`
  );
}
