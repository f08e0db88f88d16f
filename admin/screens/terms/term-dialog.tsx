// The form for a new term, or for the fields of an existing one.
import { __ } from '@wordpress/i18n';
import { useState } from 'react';
import type { Taxonomy } from '../../data/bootstrap.ts';
import { ApiError } from '../../data/client.ts';
import { useForm } from '../../data/drafts/use-form.ts';
import { createTerm, nameOf, readTerm, type Term, type TermFields, updateTerm } from '../../data/resources/terms.ts';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TermPicker } from './term-picker.tsx';

interface Props {
  readonly taxonomy: Taxonomy;
  /** The term to edit; undefined to create one. */
  readonly term: Term | undefined;
  readonly close: () => void;
  /** Runs when the term was stored. */
  readonly onSaved: (name: string) => void;
}

const emptyFields: TermFields = { name: '', slug: '', description: '', parent: 0 };

const fieldsOf = (term: Term): TermFields => ({
  ...{ name: nameOf(term), slug: term.slug, description: term.description, parent: term.parent ?? 0 },
});

/** The dialog. After a conflict it shows the current version; what the user has changed remains changed. */
export function TermDialog({ taxonomy, term: opened, close, onSaved }: Props) {
  const { slug, labels, hierarchical } = taxonomy;
  const [term, setTerm] = useState(opened);
  const form = useForm<TermFields>({
    name: `term-${slug}-${term?.id ?? 'new'}`,
    record: term ? fieldsOf(term) : emptyFields,
    async save(changes) {
      if (!term) return void (await createTerm(taxonomy, changes));
      try {
        await updateTerm(taxonomy, term, changes);
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) setTerm(await readTerm(taxonomy, term.id));
        throw error;
      }
    },
  });
  const { values, change } = form;
  const fieldProps = (field: 'name' | 'slug' | 'description') => ({
    value: values[field],
    onChange: (value: string) => change({ [field]: value }),
    error: form.errorOf(field),
  });
  const save = () => {
    onSaved(values.name);
    close();
  };
  return (
    <FormDialog title={(term ? labels.edit_item : labels.add_new_item) ?? __('Term')} close={close}>
      <FormFrame form={form} submitLabel={term ? __('Save changes') : __('Add')} onSaved={save}>
        <TextField label={__('Name')} help={labels.name_field_description} isRequired {...fieldProps('name')} />
        <TextField
          label={__('Slug')}
          help={term ? __('The name in URLs. If you change it, links to the old URL no longer work.') : slugHelp()}
          {...fieldProps('slug')}
        />
        {hierarchical && (
          <TermPicker
            {...{ taxonomy, label: __('Parent'), none: __('None'), value: values.parent }}
            onChange={(parent) => change({ parent })}
            exclude={term ? [term.id] : []}
          />
        )}
        <TextAreaField label={__('Description')} help={labels.desc_field_description} {...fieldProps('description')} />
      </FormFrame>
    </FormDialog>
  );
}

const slugHelp = (): string => __('The name in URLs. Leave it empty to derive it from the name.');
