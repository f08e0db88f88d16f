// The screen that creates a form.
import { __ } from '@wordpress/i18n';
import { Link, useLocation } from 'wouter';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { Builder } from './builder.tsx';
import { type BuilderValues, useNewForm, useSchemas } from './use-builder.ts';

/** The screen. */
export default function NewFormScreen() {
  const { data: schemas, error, refetch } = useSchemas();
  if (!schemas)
    return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading label={__('Loading…')} />;
  return <NewForm schemas={schemas} />;
}

function NewForm({ schemas }: { readonly schemas: NonNullable<ReturnType<typeof useSchemas>['data']> }) {
  const [, navigate] = useLocation();
  const notify = useNotices();
  const record: BuilderValues = {
    ...{ title: '', status: 'draft', rows: [], notify: '' },
    confirmation: __('Thank you. We have received what you sent.'),
  };
  const form = useNewForm(record, (id) => {
    notify({ kind: 'success', text: __('The form was created.') });
    navigate(paths.form(id));
  });
  return (
    <>
      <h1>{__('Add form')}</h1>
      <p>
        <Link href={paths.forms}>{__('All forms')}</Link>
      </p>
      <Builder {...{ form, schemas }} submitLabel={__('Create the form')} />
    </>
  );
}
