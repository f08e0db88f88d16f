// Binds the endpoints of templates and template parts to their operations.
import { templatesModule } from '../../../contract/shared/templates.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { templateChecks } from './checks.ts';
import { createTemplate } from './create-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { getTemplate } from './get-template.ts';
import { listTemplates } from './list-templates.ts';
import { lookUpTemplate } from './look-up-template.ts';
import { defineTemplatePermissions } from './permissions.ts';
import { templatePresenter } from './present.ts';
import { updateTemplate } from './update-template.ts';

/** Returns the module of templates and template parts. */
export function templatesEndpoints(deps: EntryDeps): Module {
  return implement(templatesModule, {
    permissions: defineTemplatePermissions(deps),
    operations: {
      'list-templates': listTemplates(deps),
      'look-up-template': lookUpTemplate(deps),
      'get-template': getTemplate(deps),
      'create-template': createTemplate(deps),
      'update-template': updateTemplate(deps),
      'delete-template': deleteTemplate(deps),
    },
    checks: templateChecks,
    presenter: templatePresenter(deps),
  });
}
