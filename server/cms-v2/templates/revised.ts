// Revisions and autosaves as templates have them (templates-and-styles.md §7): found by the template's name, and shown as
// templates.
import type { TemplateArgs } from '../../../contract/shared/templates.ts';
import type { Call, FieldMaker, Presenter } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import type { Revised, ShownRevision } from '../revisions/revised.ts';
import { entryArgs, templateParameters } from './compose-template.ts';
import { findTemplate } from './find-template.ts';
import { templatePresenter } from './present.ts';
import { cannotManage } from './rules.ts';
import { type Template, templateOfEntry, templateOfRevision } from './template.ts';
import { templateId } from './template-id.ts';

/** What the room of revisions needs to know of templates. */
export function revisedTemplates(parts: EntryParts): Revised {
  return {
    async find(read, call): Promise<WholeEntry> {
      const found = await findTemplate(
        parts,
        read,
        typeOf(parts.contract, call),
        call.path.parent ?? call.path.id ?? '',
      );
      if (!found) throw new Refusal('rest_post_invalid_parent', 404, 'There is no template of this name.');
      if (!found.stored)
        throw new Refusal('rest_invalid_template', 400, 'This is a file of the theme, which has never been changed.');
      return found.stored;
    },
    // Whoever may not change templates is told so before one is looked for (§3).
    autosaving: {
      permit: (call) => (call.actor.can(typeOf(parts.contract, call).rights.edit) ? undefined : cannotManage),
    },
    sent: (call: Call<TemplateArgs>) => entryArgs(call.args),
    parameters: templateParameters,
    ownDraftsChange: false,
    autosavesAmong: false,
    deletedIn: 'view',
    presenter: presenterOf(parts),
  };
}

const templateOf = ({ entry, revision }: ShownRevision): Template =>
  revision ? templateOfRevision(entry, revision) : templateOfEntry(entry);

/** Shows revisions as the templates that they were. */
function presenterOf(parts: EntryParts): Presenter {
  const { prepare, fields } = templatePresenter(parts);
  const ofRevision =
    (make: FieldMaker): FieldMaker =>
    (shown, prepared, view) =>
      make(templateOf(shown as ShownRevision), prepared, view);
  return {
    prepare: (rows: readonly ShownRevision[], view) =>
      prepare(
        rows.map((row) => ({ ...templateOf(row), record: undefined })),
        view,
      ),
    fields: Object.fromEntries(Object.entries(fields).map(([name, make]) => [name, ofRevision(make)])),
    facts: ({ id, entry }: ShownRevision) => ({ id, parent: templateId(entry) }),
  };
}
