// Adapts the revisions module to templates (templates-and-styles.md §7): revisions belong to template IDs and are presented as
// templates.
import { type TemplateRevisionFields, templateRevisionsModule } from '../../../contract/shared/templates.ts';
import { ApiError } from '../../api-error.ts';
import type { Presenter } from '../../http/module.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import type { EntryRevision } from '../revisions/operations.ts';
import type { RevisionAdapter } from '../revisions/revision-adapter.ts';
import { templateParameters, toEntryArgs } from './compose-template.ts';
import { findTemplate } from './find-template.ts';
import { manageError } from './operations.ts';
import { type PreparedTemplates, prepareTemplates, templateFieldMakers } from './present.ts';
import { type Template, templateOfEntry, templateOfRevision } from './template.ts';
import { templateId } from './template-id.ts';

/** Returns the adapter of the revisions module for templates. */
export function templateRevisionAdapter(deps: EntryDeps): RevisionAdapter<TemplateRevisionFields, PreparedTemplates> {
  return {
    declaration: templateRevisionsModule,
    async find(read, call): Promise<WholeEntry> {
      const found = await findTemplate(deps, read, typeOf(deps.contract, call), call.path.parent ?? call.path.id ?? '');
      if (!found) throw new ApiError('rest_post_invalid_parent', 404, 'No template with this ID.');
      if (!found.stored)
        throw new ApiError(
          'rest_invalid_template',
          400,
          'This template is an unmodified file of the theme and has no revisions.',
        );
      return found.stored;
    },
    // The permission is checked before the template is looked up (§3).
    autosavePermission: {
      permit: (call) => (call.actor.can(typeOf(deps.contract, call).rights.edit) ? undefined : manageError),
    },
    textInput: toEntryArgs,
    parameters: templateParameters,
    updatesOwnDrafts: false,
    includesAutosaves: false,
    deletedContext: 'view',
    presenter: createRevisionPresenter(deps),
  };
}

const templateOf = ({ entry, revision }: EntryRevision): Template =>
  revision ? templateOfRevision(entry, revision) : templateOfEntry(entry);

/** Returns the presenter of revisions, which presents each as the template that it contains. */
function createRevisionPresenter(deps: EntryDeps): Presenter<TemplateRevisionFields, EntryRevision, PreparedTemplates> {
  return {
    prepare: (rows, view) =>
      prepareTemplates(
        deps,
        rows.map((row) => ({ ...templateOf(row), record: undefined })),
        view,
      ),
    fields: { ...templateFieldMakers(deps, templateOf), parent: (row) => templateOf(row).parent },
    facts: ({ id, entry }) => ({ id, parent: templateId(entry) }),
  };
}
