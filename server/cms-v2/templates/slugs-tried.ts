// Which templates would show something, the best first (templates-and-styles.md §6).
import type { Contract } from '../../../contract/contract.ts';
import type { LookUpArgs } from '../../../contract/shared/templates.ts';

/** The slugs of the templates that are tried for a slug, in this order. */
export function slugsTried({ slug, is_custom, template_prefix: prefix }: LookUpArgs, contract: Contract): string[] {
  if (slug === 'index') return ['index'];
  if (is_custom) return ['page', 'singular', 'index'];
  if (slug === 'front-page') return ['front-page', 'home', 'index'];
  const wider = prefix ? ofPrefix(slug, prefix) : ofSlug(slug, contract);
  return [...new Set([slug, ...wider, ...ofKind(slug), 'index'])];
}

/** The prefix that was sent, where it says more than its first word, and that word. */
function ofPrefix(slug: string, prefix: string): string[] {
  const [first = ''] = prefix.split('-');
  return [...(prefix === slug || prefix === first ? [] : [prefix]), first];
}

/** What the slug itself says: `category-news` is a category, `single-post-hello` a single post. */
function ofSlug(slug: string, { types, taxonomies }: Contract): string[] {
  const simple = /^(author|category|archive|tag|page)-.+$/.exec(slug)?.[1];
  if (simple !== undefined) return [simple];
  const [, kind, rest = ''] = /^(taxonomy|single)-(.+)$/.exec(slug) ?? [];
  if (kind === undefined) return [];
  const known = [...(kind === 'single' ? [...types.keys(), 'attachment'] : taxonomies.keys())];
  if (known.includes(rest)) return [kind];
  const name = known.find((each) => rest.startsWith(`${each}-`) && rest.length > each.length + 1);
  return name === undefined ? [] : [`${kind}-${name}`, kind];
}

function ofKind(slug: string): string[] {
  const isArchive = slug === 'date' || /^(author|taxonomy|category|tag)/.test(slug);
  const isSingular = slug === 'attachment' || /^(single|page)/.test(slug);
  return [
    ...(isArchive ? ['archive'] : []),
    ...(slug === 'attachment' ? ['single'] : []),
    ...(isSingular ? ['singular'] : []),
  ];
}
