// The colors in which the signed-in user sees the admin.
import { useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useForm } from '../../data/drafts/use-form.ts';
import { changePreference } from '../../data/resources/preferences.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import type { ColorScheme as Scheme } from '../../ui/color-scheme.ts';
import { SelectField } from '../../ui/fields/choice-fields.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';

/** The form. The chosen colors are applied as soon as they are stored. */
export function ColorScheme() {
  const { user } = useBootstrap();
  const queries = useQueryClient();
  const form = useForm<{ readonly scheme: Scheme }>({
    name: 'color-scheme',
    record: { scheme: user.color_scheme },
    save: async (_changes, { scheme }) => {
      await changePreference('octavo/admin', 'color_scheme', () => (scheme === '' ? undefined : scheme));
      await queries.invalidateQueries({ queryKey: ['bootstrap'] });
    },
  });
  return (
    <section className="panel" aria-labelledby="color-scheme">
      <h2 id="color-scheme">{__('Colors')}</h2>
      <FormFrame form={form} submitLabel={__('Change the colors')} onSaved={() => form.discard()}>
        <SelectField
          label={__('Colors of the admin')}
          value={form.values.scheme}
          onChange={(scheme) => form.change({ scheme: scheme as Scheme })}
          options={[
            { value: '', label: __('As the system') },
            { value: 'light', label: __('Light') },
            { value: 'dark', label: __('Dark') },
          ]}
          error={form.errorOf('scheme')}
        />
      </FormFrame>
    </section>
  );
}
