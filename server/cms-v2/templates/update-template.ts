// POST, PUT and PATCH /cms/v2/templates/<id> and /cms/v2/template-parts/<id>: update a stored template, or create a copy of a
// theme file (templates-and-styles.md §5).

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { TemplateEndpoints } from '../../../contract/shared/templates.ts';
import { ApiError } from '../../api-error.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { ArgsOf, Call } from '../../http/module.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import type { ThemeFile } from '../../theme/theme.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { lockEntry, usersLock } from '../entries/lock-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { deleteWithAuditEvent } from '../entries/trash-and-delete.ts';
import {
  composeTemplate,
  saveNewTemplate,
  templateParameters,
  toEntryArgs,
  toFileCopyArgs,
} from './compose-template.ts';
import { type FoundTemplate, requireTemplate } from './find-template.ts';
import type { TemplateOperations } from './operations.ts';
import { templateOfEntry, templateOfFile } from './template.ts';

type UpdateCall = Call<ArgsOf<TemplateEndpoints['update-template']>>;

/**
 * Updates a template and responds with it in the edit context. If `source` is `theme`, the template is reverted to the file of the
 * theme. Throws ApiError 404 `rest_template_not_found`, and the errors of `revertToFile` and `composeTemplate`.
 */
export function updateTemplate(deps: EntryDeps): TemplateOperations['update-template'] {
  return {
    async run(call) {
      const type = typeOf(deps.contract, call);
      const textWork = textWorkOf(deps.texts, call, templateParameters);
      const update = async (tx: WriteHandle) => {
        await tx.share(usersLock);
        const found = await lockTemplateName(deps, tx, type, call);
        if (call.args.source === 'theme') return revertToFile(deps, tx, type, call, found);
        const { stored, file } = found;
        const context = { deps, tx, type, call, textWork };
        const after = stored ? await updateStored(context, stored) : await copyFile(context, file);
        return templateOfEntry(after);
      };
      const row = await textWork.complete(() => deps.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/**
 * Returns the template with the ID in the path. If it is only a file, the name is locked until the transaction ends, so that only
 * one request stores a copy of the file.
 */
async function lockTemplateName(
  deps: EntryDeps,
  tx: WriteHandle,
  type: ContentType,
  call: UpdateCall,
): Promise<FoundTemplate> {
  const templatePath = call.path.id ?? '';
  const found = await requireTemplate(deps, tx, type, templatePath);
  if (found.stored) return found;
  await tx.lock(`template ${type.name} ${found.id.slug}`);
  return requireTemplate(deps, tx, type, templatePath);
}

/**
 * Deletes the stored copy permanently and returns the template of the theme file. Other submitted parameters are ignored. Throws
 * ApiError 400 `rest_invalid_template` if the theme has no file with this ID.
 */
async function revertToFile(
  deps: EntryDeps,
  tx: WriteHandle,
  type: ContentType,
  call: UpdateCall,
  { stored, file }: FoundTemplate,
) {
  if (!file) {
    const message = `The theme has no ${type.noun.one} with this ID to revert to.`;
    throw new ApiError('rest_invalid_template', 400, message);
  }
  if (stored) {
    const locked = await lockEntry(tx, type, stored.id, call.actor, 'delete');
    await call.requireMatch();
    await deleteWithAuditEvent(deps, tx, call, type, locked);
  }
  return templateOfFile(type, deps.site.theme, file, undefined);
}

/** Input of `updateStored` and `copyFile`. */
interface UpdateContext {
  readonly deps: EntryDeps;
  readonly tx: WriteHandle;
  readonly type: ContentType;
  readonly call: UpdateCall;
  readonly textWork: TextWork;
}

async function updateStored(
  { deps, tx, type, call, textWork }: UpdateContext,
  stored: WholeEntry,
): Promise<WholeEntry> {
  const before = await lockEntry(tx, type, stored.id, call.actor, 'edit');
  await call.requireMatch();
  const { slug, slug_before_trash: slugBeforeTrash, theme } = before;
  const args = toEntryArgs(call.args);
  const entry = await composeTemplate({ deps, read: tx, call, type, before, textWork }, args, theme);
  const choice = { slug, mustBeFree: false, slugBeforeTrash };
  return deps.writer.update(tx, type, { before, entry, choice, editor: call.actor.id });
}

/** Stores a copy of a theme file. Submitted values replace the values in the file. */
async function copyFile(
  { deps, tx, type, call, textWork }: UpdateContext,
  file: ThemeFile | undefined,
): Promise<WholeEntry> {
  if (!file) throw new ApiError('rest_template_not_found', 404, `No ${type.noun.one} with this ID.`);
  await call.requireMatch();
  const args = toFileCopyArgs(toEntryArgs(call.args), file);
  const theme = deps.site.theme.name;
  const entry = await composeTemplate({ deps, read: tx, call, type, before: undefined, textWork }, args, theme);
  return saveNewTemplate(deps, tx, type, entry, file.slug);
}
