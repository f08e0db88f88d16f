// Binds the endpoints of previews to their operations. Previews let anyone with the URL view unpublished entries and autosaves.
import type { previewOperations } from '../../../contract/octavo-v1/previews.ts';
import type { Module, Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { createPreview } from './create-preview.ts';
import { deletePreview } from './delete-preview.ts';
import { listPreviews } from './list-previews.ts';
import { definePreviewPermissions } from './permissions.ts';
import { previewPresenter } from './present.ts';

/** Binds the endpoints to their permissions, operations and presenter. */
export function previewsEndpoints(deps: EntryDeps): Module {
  const operations: Record<(typeof previewOperations)[number], Operation> = {
    'list-previews': listPreviews(deps),
    'create-preview': createPreview(deps),
    'delete-preview': deletePreview(deps),
  };
  return { permissions: definePreviewPermissions(deps), operations, presenter: previewPresenter(deps) };
}
