// The language in which the signed-in user works.
import { useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useForm } from '../../data/drafts/use-form.ts';
import { findLanguage, languages } from '../../data/locale.ts';
import { changePreference } from '../../data/resources/preferences.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { SelectField } from '../../ui/fields/choice-fields.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';

/** Returns the name of a language in that language. */
const nameOf = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** The form. The admin is loaded again in the chosen language. */
export function Language() {
  const { user, site } = useBootstrap();
  const queries = useQueryClient();
  const form = useForm({
    name: 'language',
    record: { language: user.locale === '' ? '' : (findLanguage(user.locale) ?? '') },
    save: async (_changes, { language }) => {
      await changePreference('octavo/admin', 'language', () => language);
      void queries.invalidateQueries({ queryKey: ['bootstrap'] });
    },
  });
  // translators: %s: name of a language.
  const ofSite = sprintf(__('Language of the site (%s)'), nameOf(findLanguage(site.language) ?? 'en'));
  const options = languages.map((language) => ({ value: language, label: nameOf(language) }));
  return (
    <section className="panel" aria-labelledby="language">
      <h2 id="language">{__('Language')}</h2>
      <FormFrame form={form} submitLabel={__('Change the language')} onSaved={() => form.discard()}>
        <SelectField
          label={__('Language of the admin')}
          help={__('Also of dates and numbers, and of the pages for signing in and for your account.')}
          value={form.values.language}
          onChange={(language) => form.change({ language })}
          options={[{ value: '', label: ofSite }, ...options]}
          error={form.errorOf('language')}
        />
      </FormFrame>
    </section>
  );
}
