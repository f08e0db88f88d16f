// The columns of the list of terms.
import type { Field } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { Link } from 'wouter';
import type { ListedTerm } from '../../actions/terms.ts';
import type { Bootstrap, Taxonomy } from '../../data/bootstrap.ts';
import { isDeletable, nameOf, parentNameOf } from '../../data/resources/terms.ts';
import { paths } from '../../ui/paths.ts';
import { textOf } from '../../ui/text-of.ts';

/** Returns the columns. The service sorts the list, so no column does it in the browser. */
export const termFields = (taxonomy: Taxonomy, { types }: Bootstrap): Field<ListedTerm>[] => [
  {
    ...{ id: 'name', label: __('Name'), type: 'text', filterBy: false, enableHiding: false, enableGlobalSearch: true },
    getValue: ({ item }) => titleOf(taxonomy, item),
  },
  {
    ...{ id: 'description', label: __('Description'), type: 'text', filterBy: false, enableSorting: false },
    getValue: ({ item }) => beginningOf(textOf(item.description)),
  },
  {
    ...{ id: 'slug', label: __('Slug'), type: 'text', filterBy: false },
    getValue: ({ item }) => decode(item.slug),
  },
  {
    ...{ id: 'count', label: __('Published'), type: 'text', filterBy: false },
    getValue: ({ item }) => String(item.count),
    render: ({ item }) => <Count taxonomy={taxonomy} types={types} term={item} />,
  },
];

interface CountProps {
  readonly taxonomy: Taxonomy;
  readonly types: Bootstrap['types'];
  readonly term: ListedTerm;
}

/** The number of published entries, which leads to their list. Cards, as narrow windows display rows, have no header with the label. */
function Count({ taxonomy, types, term }: CountProps) {
  const type = types.find(({ slug }) => taxonomy.types.includes(slug));
  return (
    <>
      <span className="card-label">{__('Published')} </span>
      {type && term.count > 0 ? (
        <Link href={`${paths.entries(type.slug)}?${taxonomy.rest_base}=${term.id}`} aria-label={entriesLabel(term)}>
          {term.count}
        </Link>
      ) : (
        term.count
      )}
    </>
  );
}

const entriesLabel = (term: ListedTerm): string =>
  sprintf(
    /* translators: 1: number of entries, 2: name of a term. */
    _n('%1$d entry with “%2$s”', '%1$d entries with “%2$s”', term.count),
    term.count,
    nameOf(term),
  );

/** Returns what the list shows as the name: also the parent, unless the list is a tree, which is read without parents. */
function titleOf(taxonomy: Taxonomy, term: ListedTerm): string {
  const name = nameOf(term);
  const parent = parentNameOf(term);
  const isDefault = taxonomy.slug === 'category' && taxonomy.can.delete && !isDeletable(term);
  /* translators: 1: name of a term, 2: name of its parent. */
  const located = parent === '' ? name : sprintf(__('%1$s (in %2$s)'), name, parent);
  /* translators: %s: name of a category. */
  return isDefault ? sprintf(__('%s — default category'), located) : located;
}

const maxLength = 120;

const beginningOf = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text;

/** Returns a slug as people read it: the API encodes characters other than ASCII. */
function decode(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
