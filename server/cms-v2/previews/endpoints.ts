// Binds the endpoints of previews to their operations. Previews let anyone with the URL view unpublished entries and autosaves.
import { previewsModule } from '../../../contract/octavo-v1/previews.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { createPreview } from './create-preview.ts';
import { deletePreview } from './delete-preview.ts';
import { listPreviews } from './list-previews.ts';
import { definePreviewPermissions } from './permissions.ts';
import { previewPresenter } from './present.ts';

/** Returns the module of previews. */
export function previewsEndpoints(deps: EntryDeps): Module {
  return implement(previewsModule, {
    permissions: definePreviewPermissions(deps),
    operations: {
      'list-previews': listPreviews(deps),
      'create-preview': createPreview(deps),
      'delete-preview': deletePreview(deps),
    },
    presenter: previewPresenter(deps),
  });
}
