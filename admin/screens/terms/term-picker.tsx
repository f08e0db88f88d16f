// A field for one term of a taxonomy: the user searches it, so that it does not matter how many there are.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useId } from 'react';
import type { Taxonomy } from '../../data/bootstrap.ts';
import { listTerms, nameOf, parentNameOf, readTerm, type Term } from '../../data/resources/terms.ts';
import { SearchHead, useTypedSearch } from '../../ui/search-head.tsx';

/** The number of terms that a search shows. */
const searchLimit = 20;

interface Props {
  readonly taxonomy: Taxonomy;
  readonly label: string;
  /** The ID of the selected term; 0 for none. */
  readonly value: number;
  readonly onChange: (id: number) => void;
  /** The IDs of terms that cannot be selected. */
  readonly exclude: readonly number[];
  /** The label of the option for no term; absent if a term must be selected. */
  readonly none?: string;
}

/** A search field with the terms that it finds; the selected one is always among them. */
export function TermPicker({ taxonomy, label, value, onChange, exclude, none }: Props) {
  const search = useTypedSearch();
  const { text } = search;
  const group = useId();
  const found = useQuery({
    queryKey: ['terms', taxonomy.slug, 'search', text, exclude],
    queryFn: ({ signal }) =>
      listTerms(taxonomy, { search: text || undefined, exclude, per_page: searchLimit, orderby: 'name' }, signal),
    placeholderData: keepPreviousData,
  });
  const selected = useQuery({
    queryKey: ['terms', taxonomy.slug, 'one', value],
    queryFn: () => readTerm(taxonomy, value),
    enabled: value !== 0,
  });
  const items = found.data?.items ?? [];
  const missing = selected.data && value !== 0 && !items.some(({ id }) => id === value) ? [selected.data] : [];
  return (
    <fieldset className="field term-picker">
      <legend>{label}</legend>
      <SearchHead {...{ label, search }} count={found.data?.items.length} error={found.error ?? selected.error} />
      <div className="term-options">
        {none !== undefined && <Choice group={group} label={none} isChecked={value === 0} choose={() => onChange(0)} />}
        {[...missing, ...items].map((term) => (
          <Choice
            key={term.id}
            group={group}
            label={labelOf(term)}
            isChecked={term.id === value}
            choose={() => onChange(term.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly group: string;
  readonly label: string;
  readonly isChecked: boolean;
  readonly choose: () => void;
}

const Choice = ({ group, label, isChecked, choose }: ChoiceProps) => (
  <label>
    <input type="radio" name={group} checked={isChecked} onChange={choose} />
    {label}
  </label>
);

/** Returns the name of a term, with that of its parent: different parents may have terms with the same name. */
export function labelOf(term: Term): string {
  const parent = parentNameOf(term);
  /* translators: 1: name of a term, 2: name of its parent. */
  return parent === '' ? nameOf(term) : sprintf(__('%1$s (in %2$s)'), nameOf(term), parent);
}
