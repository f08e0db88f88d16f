import type { Block } from '../../blocks/grammar.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { Found } from '../needs.ts';
import { headingIn, linkAttributes, ownAttributes, textOf } from '../text.ts';

/** The name of the site, as a link to its front page unless it says otherwise. */
export const siteTitle: DynamicBlock = { name: 'core/site-title', render: renderTitle };

/** What the site is about. */
export const siteTagline: DynamicBlock = { name: 'core/site-tagline', render: renderTagline };

/** A link to where users sign in: a content is the same for all its readers, signed in or not. */
export const loginLink: DynamicBlock = { name: 'core/loginout', render: renderLogin };

function renderLogin(block: Block, _: unknown, { site }: Found): string {
  return `<div${ownAttributes(block, ['logged-out'])}><a href="${site.signIn}">Log in</a></div>`;
}

function renderTitle(block: Block, _: unknown, { site }: Found): string {
  const text = textOf(site.title);
  if (text === '') return '';
  const tag = headingIn(block.attributes.level, 1);
  const href = `${site.front}/`;
  const link = block.attributes.isLink === false ? text : `<a${linkAttributes(href, block)}>${text}</a>`;
  return `<${tag}${ownAttributes(block)}>${link}</${tag}>`;
}

function renderTagline(block: Block, _: unknown, { site }: Found): string {
  const text = textOf(site.description);
  const tag = headingIn(block.attributes.level, 0);
  return text && `<${tag}${ownAttributes(block)}>${text}</${tag}>`;
}
