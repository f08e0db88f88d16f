// The screen that changes a form.
import { __ } from '@wordpress/i18n';
import { Link } from 'wouter';
import type { FormSchemas, LoadedForm } from '../../data/resources/forms.ts';
import { CodeExample } from '../../ui/code-example.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { Builder } from './builder.tsx';
import { useBuilder, useLoadedForm, useSchemas } from './use-builder.ts';

/** The screen. */
export default function EditFormScreen({ parameters }: ScreenProps) {
  const id = Number(parameters.id);
  const loaded = useLoadedForm(id);
  const schemas = useSchemas();
  const error = (loaded.data ? null : loaded.error) ?? (schemas.data ? null : schemas.error);
  const retry = () => void Promise.all([loaded.refetch(), schemas.refetch()]);
  if (error) return <Failure error={error} retry={retry} />;
  if (!loaded.data || !schemas.data) return <Loading label={__('Loading…')} />;
  return <LoadedScreen key={id} loaded={loaded.data} schemas={schemas.data} />;
}

function LoadedScreen({ loaded, schemas }: { readonly loaded: LoadedForm; readonly schemas: FormSchemas }) {
  const form = useBuilder(loaded);
  const notify = useNotices();
  const { id, status } = loaded.form;
  return (
    <>
      <h1>{titleOf(loaded.form)}</h1>
      <p>
        <Link href={paths.forms}>{__('All forms')}</Link> ·{' '}
        <Link href={paths.formSubmissions(id)}>{__('Submissions')}</Link>
      </p>
      <Builder
        {...{ form, schemas }}
        onSaved={() => notify({ kind: 'success', text: __('The changes were saved.') })}
      />
      <section className="panel form-placement" aria-labelledby="placement">
        <h2 id="placement">{__('Place the form on a page')}</h2>
        <p>
          {__('Insert a Shortcode block with this text into a page or a post:')}{' '}
          {status !== 'publish' && __('The form appears there as soon as it is published.')}
        </p>
        <CodeExample label={__('Shortcode')} code={`[cmsforms id="${id}"]`} />
      </section>
    </>
  );
}
