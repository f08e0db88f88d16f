// Who wrote an entry.
import type { Block } from '../../blocks/grammar.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import type { Found, Need } from '../needs.ts';
import type { ShownUser } from '../shown.ts';
import { linkAttributes, ownAttributes, textIn, textOf, wholeNumber, attributes as written } from '../text.ts';

const needs = (_: Block, { entry }: Context): Need[] => [{ kind: 'user', id: entry.author }];

/** Makes the block of an author who is there. */
const about =
  (make: (block: Block, user: ShownUser) => string): DynamicBlock['render'] =>
  (block: Block, { entry }: Context, found: Found) => {
    const user = found.user(entry.author);
    return user ? make(block, user) : '';
  };

export const postAuthor: DynamicBlock = { name: 'core/post-author', needs, render: about(author) };
export const postAuthorName: DynamicBlock = { name: 'core/post-author-name', needs, render: about(nameAlone) };
export const postAuthorBiography: DynamicBlock = {
  name: 'core/post-author-biography',
  needs,
  render: about(biography),
};

/** The picture of a user: the one named, else the author. */
export const avatar: DynamicBlock = {
  name: 'core/avatar',
  needs: (block, { entry }) => [{ kind: 'user', id: pictured(block) || entry.author }],
  render: (block, { entry }, found) => {
    const user = found.user(pictured(block) || entry.author);
    if (!user || user.picture === '') return '';
    const shown = picture(user, wholeNumber(block.attributes.size, 96, 8, 512), 'wp-block-avatar__image');
    const linked = block.attributes.isLink === true;
    const link = linked ? `<a class="wp-block-avatar__link"${linkAttributes(user.address, block)}>${shown}</a>` : shown;
    return `<div${ownAttributes(block)}>${link}</div>`;
  },
};

const pictured = ({ attributes }: Block) => wholeNumber(attributes.userId, 0, 0, Number.MAX_SAFE_INTEGER);

const picture = (user: ShownUser, size: number, own: string) =>
  `<img${written({
    class: `avatar avatar-${size} photo ${own}`,
    src: user.picture.replace('{size}', String(size)),
    width: String(size),
    height: String(size),
  })} alt="${textOf(user.name)}" loading="lazy" decoding="async" />`;

function nameOf(block: Block, user: ShownUser): string {
  const name = textOf(user.name);
  return block.attributes.isLink === true ? `<a${linkAttributes(user.address, block)}>${name}</a>` : name;
}

function nameAlone(block: Block, user: ShownUser): string {
  return `<div${ownAttributes(block)}>${nameOf(block, user)}</div>`;
}

function biography(block: Block, user: ShownUser): string {
  const text = textOf(user.description);
  return text && `<div${ownAttributes(block)}>${text}</div>`;
}

function author(block: Block, user: ShownUser): string {
  const { attributes } = block;
  const own = 'wp-block-post-author';
  const size = wholeNumber(attributes.avatarSize, 48, 8, 512);
  const face = attributes.showAvatar === false || user.picture === '' ? '' : picture(user, size, `${own}__image`);
  const byline = textIn(attributes.byline);
  const text = attributes.showBio === true ? textOf(user.description) : '';
  return (
    `<div${ownAttributes(block)}>${face && `<div class="${own}__avatar">${face}</div>`}<div class="${own}__content">` +
    `${byline && `<p class="${own}__byline">${byline}</p>`}<p class="${own}__name">${nameOf(block, user)}</p>` +
    `${text && `<p class="${own}__bio">${text}</p>`}</div></div>`
  );
}
