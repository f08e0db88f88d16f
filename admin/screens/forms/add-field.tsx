// Adds a field of a kind to a form.
import { __, sprintf } from '@wordpress/i18n';
import { kindLabels, newLabelOf } from './labels.ts';
import { addRow, kinds, type Row } from './rows.ts';

interface Props {
  readonly rows: readonly Row[];
  readonly maxFields: number | undefined;
  /** Called with the rows, and the key of the new one. */
  readonly onAdded: (rows: readonly Row[], key: string) => void;
}

/** A button for each kind of field. */
export function AddField({ rows, maxFields, onAdded }: Props) {
  const isFull = maxFields !== undefined && rows.length >= maxFields;
  const add = (kind: string) => {
    // translators: %d: number of a choice.
    const choices = [1, 2].map((number) => sprintf(__('Choice %d'), number));
    const next = addRow(rows, kind, newLabelOf(kind), choices);
    const added = next.at(-1);
    if (added) onAdded(next, added.key);
  };
  return (
    <fieldset className="add-field">
      <legend>{__('Add a field')}</legend>
      {isFull && (
        <p className="quiet">
          {/* translators: %d: number of fields. */}
          {sprintf(__('A form can have at most %d fields.'), maxFields)}
        </p>
      )}
      {kinds.map((kind) => (
        <button key={kind} type="button" className="button" disabled={isFull} onClick={() => add(kind)}>
          {kindLabels()[kind]}
        </button>
      ))}
    </fieldset>
  );
}
