// Class names for the element that shows an entry (posts-and-pages.md §2, class_list).
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Spelling } from '../../../contract/names/spelling.ts';
import type { EntryRow } from './rows.ts';
import type { CarriedTerm } from './terms-store.ts';

/** Returns the classes of an entry: number, type, state, format, protection, image, terms; names as the mount spells them. */
export function classList(
  row: EntryRow,
  type: ContentType,
  taxonomies: readonly Taxonomy[],
  terms: readonly CarriedTerm[],
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

/** A prefix is the name of its taxonomy with a hyphen, or words of its own. */
const prefixOf = ({ cssPrefix }: Taxonomy, name: Spelling['name']): string =>
  cssPrefix.endsWith('-') ? `${name(cssPrefix.slice(0, -1))}-` : cssPrefix;

/** A slug as part of a class name, without what is written in percent; a number of its own where nothing or a number is left. */
function classOf({ slug, term_id }: CarriedTerm): string {
  const plain = slug.replace(/%[a-f\d]{2}|[^\w-]/gi, '');
  return /^(-*|-?\d+(e-?\d+)?)$/.test(plain) ? String(term_id) : plain;
}
