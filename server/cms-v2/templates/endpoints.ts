// Binds the endpoints of templates and template parts to their operations.
import type { templateOperations } from '../../../contract/shared/templates.ts';
import type { Module, Operation } from '../../http/module.ts';
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

/** Binds the endpoints to their operations, permissions, checks and presenter. */
export function templatesEndpoints(deps: EntryDeps): Module {
  const operations: Record<(typeof templateOperations)[number], Operation> = {
    'list-templates': listTemplates(deps),
    'look-up-template': lookUpTemplate(deps),
    'get-template': getTemplate(deps),
    'create-template': createTemplate(deps),
    'update-template': updateTemplate(deps),
    'delete-template': deleteTemplate(deps),
  };
  return {
    permissions: defineTemplatePermissions(deps),
    operations,
    checks: templateChecks,
    presenter: templatePresenter(deps),
  };
}
