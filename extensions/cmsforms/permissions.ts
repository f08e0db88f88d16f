// Defines the permissions of forms.
import { type Call, type ExtensionServices, type Permissions, parseId } from 'octavo/extension';
import type { FormEndpoints } from './contract.ts';
import { unknownForm } from './create-submission.ts';
import { findForm, type LoadedForm } from './form.ts';
import type { FormTargets } from './operations.ts';

const forbiddenErrors = {
  manage: { code: 'cmsforms_cannot_manage', message: 'You are not allowed to set up forms.' },
  edit: {
    code: 'cmsforms_cannot_edit',
    message: 'You are not allowed to view the submissions of this form.',
  },
};

/** Returns the permissions of forms, keyed by their names in the contract. `load` throws ApiError 404 `cmsforms_unknown_form`. */
export function makeFormPermissions(services: ExtensionServices): Permissions<FormEndpoints, FormTargets> {
  const load = async ({ path }: Pick<Call, 'path'>): Promise<LoadedForm> => {
    const entry = await findForm(services, parseId(path.form));
    if (!entry) throw unknownForm();
    return { entry };
  };
  return {
    'manage-forms': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenErrors.manage) },
    'fill-in-form': { load, permit: () => undefined },
    'edit-form': {
      load,
      permit: ({ actor }, { entry }) => (services.content.can(actor, 'edit', entry) ? undefined : forbiddenErrors.edit),
    },
  };
}
