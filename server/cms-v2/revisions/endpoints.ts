// Binds the endpoints of revisions and autosaves to their operations.
import type { Parameters } from '../../../contract/grammar/parameter.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { deleteRevision } from './delete-revision.ts';
import { getAutosave } from './get-autosave.ts';
import { getRevision } from './get-revision.ts';
import { listAutosaves } from './list-autosaves.ts';
import { listRevisions } from './list-revisions.ts';
import { defineRevisionPermissions } from './permissions.ts';
import type { RevisionAdapter } from './revision-adapter.ts';
import { saveAutosave } from './save-autosave.ts';

/** Returns the variant of the module for one resource group. */
export function revisionsEndpoints<F extends Parameters, Prepared>(
  deps: EntryDeps,
  adapter: RevisionAdapter<F, Prepared>,
): Module {
  return implement(adapter.declaration, {
    permissions: defineRevisionPermissions(deps, adapter),
    operations: {
      'list-revisions': listRevisions(deps, adapter),
      'get-revision': getRevision(deps),
      'delete-revision': deleteRevision(deps, adapter),
      'list-autosaves': listAutosaves(deps),
      'get-autosave': getAutosave(deps),
      'save-autosave': saveAutosave(deps, adapter),
    },
    presenter: adapter.presenter,
  });
}
