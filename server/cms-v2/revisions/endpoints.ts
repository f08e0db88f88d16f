// Binds the endpoints of revisions and autosaves to their operations.
import type { revisionOperations } from '../../../contract/shared/revisions.ts';
import type { Module, Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { deleteRevision } from './delete-revision.ts';
import { getAutosave } from './get-autosave.ts';
import { getRevision } from './get-revision.ts';
import { listAutosaves } from './list-autosaves.ts';
import { listRevisions } from './list-revisions.ts';
import { defineRevisionPermissions } from './permissions.ts';
import type { RevisionAdapter } from './revision-adapter.ts';
import { saveAutosave } from './save-autosave.ts';

/** Binds the endpoints of one resource group to their permissions, operations and presenter. */
export function revisionsEndpoints(deps: EntryDeps, adapter: RevisionAdapter): Module {
  const operations: Record<(typeof revisionOperations)[number], Operation> = {
    'list-revisions': listRevisions(deps, adapter),
    'get-revision': getRevision(deps),
    'delete-revision': deleteRevision(deps, adapter),
    'list-autosaves': listAutosaves(deps),
    'get-autosave': getAutosave(deps),
    'save-autosave': saveAutosave(deps, adapter),
  };
  return { permissions: defineRevisionPermissions(deps, adapter), operations, presenter: adapter.presenter };
}
