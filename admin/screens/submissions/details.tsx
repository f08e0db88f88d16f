// A submission with all its values.
import { __ } from '@wordpress/i18n';
import { Fragment } from 'react';
import type { FormField } from '../../data/resources/forms.ts';
import type { Submission } from '../../data/resources/submissions.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { describeValues, nameOfSubmission, stateLabels } from './columns.tsx';

interface Props {
  readonly submission: Submission;
  readonly fields: readonly FormField[];
  readonly close: () => void;
}

/** A dialog with the values of a submission. */
export function Details({ submission, fields, close }: Props) {
  return (
    <FormDialog title={nameOfSubmission(submission)} close={close}>
      <dl className="submitted-values">
        {describeValues(submission, fields).map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value || <span className="quiet">{__('Empty')}</span>}</dd>
          </Fragment>
        ))}
        <dt>{__('State')}</dt>
        <dd>{stateLabels()[submission.state]}</dd>
      </dl>
    </FormDialog>
  );
}
