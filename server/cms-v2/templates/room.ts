// The room of templates and template parts.
import type { templateOperations } from '../../../contract/shared/templates.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { templateChecks } from './checks.ts';
import { createTemplate } from './create-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { getTemplate } from './get-template.ts';
import { listTemplates } from './list-templates.ts';
import { lookUpTemplate } from './look-up-template.ts';
import { templateRules } from './permissions.ts';
import { templatePresenter } from './present.ts';
import { updateTemplate } from './update-template.ts';

/** Joins the room's rules, operations and presenter. */
export function templatesRoom(parts: EntryParts): Room {
  const operations: Record<(typeof templateOperations)[number], Operation> = {
    'list-templates': listTemplates(parts),
    'look-up-template': lookUpTemplate(parts),
    'get-template': getTemplate(parts),
    'create-template': createTemplate(parts),
    'update-template': updateTemplate(parts),
    'delete-template': deleteTemplate(parts),
  };
  return {
    permissions: templateRules(parts),
    operations,
    checks: templateChecks,
    presenter: templatePresenter(parts),
  };
}
