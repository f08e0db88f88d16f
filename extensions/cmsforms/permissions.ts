// Who may do what with forms.
import { type Call, type ExtensionServices, everyone, numberIn, type Permission } from 'octavo/extension';
import { unknownForm } from './create-submission.ts';
import { type Form, findForm, mayEditForm } from './form.ts';

const denials = {
  manage: { code: 'cmsforms_cannot_manage', message: 'Only administrators may set up forms.' },
  edit: {
    code: 'cmsforms_cannot_edit',
    message: 'Only those who may change this form may see what was sent in by it.',
  },
};

/** The rules by the names that the declarations use. */
export function formRules(services: ExtensionServices): Readonly<Record<string, Permission>> {
  const load = async ({ path }: Call): Promise<Form> => {
    const form = await findForm(services, numberIn(path.form));
    if (!form) throw unknownForm();
    return form;
  };
  return {
    everyone,
    'manage-forms': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : denials.manage) },
    'fill-in-form': { load, permit: () => undefined },
    'edit-form': { load, permit: ({ actor }, form: Form) => (mayEditForm(actor, form) ? undefined : denials.edit) },
  };
}
