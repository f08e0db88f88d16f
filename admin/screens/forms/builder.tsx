// The form builder: the fields of a form, and what happens after a submission.
import { __, sprintf } from '@wordpress/i18n';
import { useMemo, useRef, useState } from 'react';
import type { FormSchemas } from '../../data/resources/forms.ts';
import { errorOf } from '../../data/validate-value.ts';
import { ChoiceField } from '../../ui/fields/choice-fields.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx';
import { statusLabels } from '../../ui/status-labels.ts';
import { AddField } from './add-field.tsx';
import { FieldList } from './field-list.tsx';
import { problemsOf } from './problems.ts';
import type { Row } from './rows.ts';
import { addressesIn, type BuilderForm } from './use-builder.ts';

interface Props {
  readonly form: BuilderForm;
  readonly schemas: FormSchemas;
  /** The label of the button that saves. */
  readonly submitLabel?: string;
  readonly onSaved?: () => void;
}

/** The statuses that can be selected. */
const selectableStatuses = ['draft', 'publish', 'private'];

/** The builder. A form with invalid fields is not sent: the first of them opens instead. */
export function Builder({ form, schemas, submitLabel, onSaved }: Props) {
  const { values, change, errorOf: rejectionOf } = form;
  const { rows } = values;
  const [openKey, setOpenKey] = useState<string>();
  const [status, announce] = useState('');
  const [isRejected, setRejected] = useState(false);
  const section = useRef<HTMLElement>(null);
  const problems = useMemo(() => rows.map((_row, at) => problemsOf(rows, at, schemas.field)), [rows, schemas]);
  const setRows = (next: readonly Row[]) => change({ rows: next });
  const announceChange = (message: string) => {
    setRejected(false);
    announce(message);
  };
  const notifyError = errorOf(schemas.notify, addressesIn(values.notify), false);
  const confirmationError = errorOf(schemas.confirmation, values.confirmation, false);
  const submit = async () => {
    const at = problems.findIndex((each) => Object.keys(each).length > 0);
    const invalid = rows[at];
    if (invalid) {
      setOpenKey(invalid.key);
      setRejected(true);
      // translators: %s: label of a field.
      announce(sprintf(__('The form was not saved. Correct the field “%s”.'), invalid.field.label));
      setTimeout(() => section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return false;
    }
    announce('');
    setRejected(false);
    return form.submit();
  };
  return (
    <FormFrame
      form={{ ...form, submit }}
      validatesValues
      {...(submitLabel !== undefined && { submitLabel })}
      {...(onSaved && { onSaved })}
    >
      <TextField
        label={__('Title')}
        value={values.title}
        onChange={(title) => change({ title })}
        error={rejectionOf('title')}
      />
      <ChoiceField
        label={__('Status')}
        help={__('Visitors can see and submit a form only while it is published.')}
        value={values.status}
        onChange={(next) => change({ status: String(next) })}
        choices={selectableStatuses.map((value) => ({ value, label: statusLabels()[value] ?? value }))}
        error={rejectionOf('status')}
      />
      <section ref={section} className="form-fields" aria-labelledby="fields-title">
        <h2 id="fields-title">{__('Fields')}</h2>
        {rows.length === 0 && <p className="quiet">{__('The form has no fields yet. Add the first one.')}</p>}
        <FieldList
          {...{ rows, setRows, problems, openKey, setOpenKey, schemas }}
          announce={announceChange}
          latest={values}
        />
        <AddField
          rows={rows}
          maxFields={schemas.maxFields}
          onAdded={(next, key) => {
            setRows(next);
            setOpenKey(key);
          }}
        />
        <p role="status" className={isRejected ? 'error' : 'visually-hidden'}>
          {status}
        </p>
      </section>
      <section aria-labelledby="after-title">
        <h2 id="after-title">{__('After a submission')}</h2>
        <TextAreaField
          label={__('Confirmation')}
          help={__('Visitors see this text instead of the form.')}
          rows={3}
          value={values.confirmation}
          onChange={(confirmation) => change({ confirmation })}
          error={confirmationError}
        />
        <TextAreaField
          label={__('Notify')}
          help={__(
            'Email addresses that get an email about each submission, one per line. Only users who can edit the form see them.',
          )}
          rows={2}
          value={values.notify}
          onChange={(notify) => change({ notify })}
          error={notifyError}
        />
      </section>
    </FormFrame>
  );
}
