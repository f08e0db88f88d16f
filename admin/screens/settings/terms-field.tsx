// A field for terms of any taxonomies: an object with lists of their IDs, keyed by the names of the taxonomies.
import { useId } from 'react';
import type { Taxonomy } from '../../data/bootstrap.ts';
import { termOptions } from '../../data/resources/filter-options.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { describedBy, FieldNotes, type FieldProps } from '../../ui/fields/labelled.tsx';
import { RecordsField } from '../../ui/fields/records-field.tsx';
import { objectOf } from '../../ui/fields/value-schema.ts';

interface Props extends Pick<FieldProps, 'label' | 'help' | 'error'> {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The field, with one group for each taxonomy of content that has a list. Terms of other taxonomies stay as they are. */
export function TermsField({ label, help, error, value, onChange }: Props) {
  const id = useId();
  const { taxonomies: all, types } = useBootstrap();
  const taxonomies = all.filter((taxonomy) => types.some(({ slug }) => taxonomy.types.includes(slug)));
  const selected = objectOf(value);
  const select = ({ slug }: Taxonomy, ids: readonly number[]) => {
    const { [slug]: _previous, ...others } = selected;
    if (ids.length === 0) return onChange(others);
    onChange(slug in selected ? { ...selected, [slug]: ids } : { ...others, [slug]: ids });
  };
  return (
    <fieldset className="field group" aria-describedby={describedBy(id, help, error)}>
      <legend>{label}</legend>
      <FieldNotes {...{ id, help, error }} />
      {taxonomies.map((taxonomy) => (
        <RecordsField
          key={taxonomy.slug}
          label={taxonomy.name}
          value={idsOf(selected[taxonomy.slug])}
          source={termOptions(taxonomy)}
          onChange={(ids) => select(taxonomy, ids)}
        />
      ))}
    </fieldset>
  );
}

const idsOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
