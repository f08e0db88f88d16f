// Template hierarchy: the templates that would render something, most specific first (templates-and-styles.md §6).
import type { Contract } from '../../../contract/contract.ts';
import type { LookupArgs } from '../../../contract/shared/templates.ts';

/** Returns the slugs of the template hierarchy for a slug, in order of precedence. */
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

/** Returns the submitted prefix, if it has more than one word, and its first word. */
function prefixSlugs(slug: string, prefix: string): string[] {
  const [first = ''] = prefix.split('-');
  return [...(prefix === slug || prefix === first ? [] : [prefix]), first];
}

/** Returns more general slugs: `category-news` falls back to `category`, `single-post-hello` to `single-post` and `single`. */
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
