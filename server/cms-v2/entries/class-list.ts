// Computes the class names for the HTML element of an entry (posts-and-pages.md §2, class_list).
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import type { EntryRow } from './rows.ts';
import type { EntryTerm } from './terms-store.ts';

/**
 * Returns the classes for an entry's ID, type, status, format, password, featured image and terms. Names of types and taxonomies are
 * in the spelling of the mount.
 */
export function classList(
  row: EntryRow,
  type: ContentType,
  taxonomies: readonly Taxonomy[],
  terms: readonly EntryTerm[],
  { name }: Spelling,
): string[] {
  const formatted = type.supports.includes('post-formats');
  return [
    `post-${row.id}`,
    name(row.type),
    `type-${name(row.type)}`,
    `status-${row.status}`,
    ...(formatted ? [`format-${row.format}`] : []),
    ...(row.password === '' ? [] : ['post-password-required']),
    ...(row.password === '' && row.featured_media !== 0 ? ['has-post-thumbnail'] : []),
    'hentry',
    ...taxonomies.flatMap((taxonomy) =>
      terms.filter((term) => term.taxonomy === taxonomy.name).map((term) => prefixOf(taxonomy, name) + classOf(term)),
    ),
    ...(formatted && row.format !== 'standard' ? [`post_format-post-format-${row.format}`] : []),
  ];
}

/** Returns the class prefix of a taxonomy. A prefix that ends with a hyphen contains a name in the spelling of the mount. */
const prefixOf = ({ cssPrefix }: Taxonomy, name: Spelling['name']): string =>
  cssPrefix.endsWith('-') ? `${name(cssPrefix.slice(0, -1))}-` : cssPrefix;

/** Returns the slug of a term without percent-encoded bytes and unsafe characters; the ID if only hyphens or a number remain. */
function classOf({ slug, term_id }: EntryTerm): string {
  const plain = slug.replace(/%[a-f\d]{2}|[^\w-]/gi, '');
  return /^(-*|-?\d+(e-?\d+)?)$/.test(plain) ? String(term_id) : plain;
}
