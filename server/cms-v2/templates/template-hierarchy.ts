// Determines the template hierarchy: the templates that can render a page, the most specific one first (templates-and-styles.md §6).
import type { Contract } from '../../../contract/contract.ts';
import type { LookupArgs } from '../../../contract/shared/templates.ts';

/** Returns the slugs of the templates in the hierarchy of a slug, in order of precedence. */
export function templateHierarchy(
  { slug, is_custom, template_prefix: prefix }: LookupArgs,
  contract: Contract,
): string[] {
  if (slug === 'index') return ['index'];
  if (is_custom) return ['page', 'singular', 'index'];
  if (slug === 'front-page') return ['front-page', 'home', 'index'];
  const general = prefix ? prefixSlugs(slug, prefix) : moreGeneralSlugs(slug, contract);
  return [...new Set([slug, ...general, ...kindSlugs(slug), 'index'])];
}

/** Returns the submitted prefix, if it is neither the slug nor a single word, and the first word of the prefix. */
function prefixSlugs(slug: string, prefix: string): string[] {
  const [first = ''] = prefix.split('-');
  return [...(prefix === slug || prefix === first ? [] : [prefix]), first];
}

/** Returns the more general slugs of a slug: `category` for `category-news`; `single-post` and `single` for `single-post-hello`. */
function moreGeneralSlugs(slug: string, { types, taxonomies }: Contract): string[] {
  const simple = /^(author|category|archive|tag|page)-.+$/.exec(slug)?.[1];
  if (simple !== undefined) return [simple];
  const [, kind, rest = ''] = /^(taxonomy|single)-(.+)$/.exec(slug) ?? [];
  if (kind === undefined) return [];
  const names = [...(kind === 'single' ? [...types.keys(), 'attachment'] : taxonomies.keys())];
  if (names.includes(rest)) return [kind];
  const name = names.find((each) => rest.startsWith(`${each}-`) && rest.length > each.length + 1);
  return name === undefined ? [] : [`${kind}-${name}`, kind];
}

function kindSlugs(slug: string): string[] {
  const isArchive = slug === 'date' || /^(author|taxonomy|category|tag)/.test(slug);
  const isSingular = slug === 'attachment' || /^(single|page)/.test(slug);
  return [
    ...(isArchive ? ['archive'] : []),
    ...(slug === 'attachment' ? ['single'] : []),
    ...(isSingular ? ['singular'] : []),
  ];
}
