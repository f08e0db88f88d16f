import type { Block } from '../../blocks/parse.ts';
import { headingElement, linkAttributes, textOf, wrapperAttributes } from '../../blocks/text.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';

/** The site title, linked to the front page by default. */
export const siteTitle: DynamicBlock = { name: 'core/site-title', render: renderTitle };

/** The tagline of the site. */
export const siteTagline: DynamicBlock = { name: 'core/site-tagline', render: renderTagline };

/** A link to the sign-in page. Content is the same for all visitors, signed in or not. */
export const loginLink: DynamicBlock = { name: 'core/loginout', render: renderLogin };

function renderLogin(block: Block, _: unknown, { site }: LoadedData): string {
  return `<div${wrapperAttributes(block, ['logged-out'])}><a href="${site.signInUrl}">Log in</a></div>`;
}

function renderTitle(block: Block, _: unknown, { site }: LoadedData): string {
  const text = textOf(site.title);
  if (text === '') return '';
  const tag = headingElement(block.attributes.level, 1);
  const href = `${site.front}/`;
  const link = block.attributes.isLink === false ? text : `<a${linkAttributes(href, block)}>${text}</a>`;
  return `<${tag}${wrapperAttributes(block)}>${link}</${tag}>`;
}

function renderTagline(block: Block, _: unknown, { site }: LoadedData): string {
  const text = textOf(site.description);
  const tag = headingElement(block.attributes.level, 0);
  return text && `<${tag}${wrapperAttributes(block)}>${text}</${tag}>`;
}
