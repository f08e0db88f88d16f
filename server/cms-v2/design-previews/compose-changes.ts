// Checks and sanitizes submitted changes of the design by the functions with which they are saved, without saving them.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { DesignPreviewEndpoints } from '../../../contract/octavo-v1/design-previews.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ArgsOf, Call } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import type { ChangedContent, DesignOverrides } from '../../site-context.ts';
import { EventLoopYielder } from '../../workers/event-loop.ts';
import { composeEntry } from '../entries/compose-entry.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import { composeChangedDataEntry } from '../entries/data-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { requireEntry } from '../entries/lock-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { applyChanges, parseSubmittedStyles } from '../global-styles/change-styles.ts';
import { requireGlobalStyles } from '../global-styles/require-styles.ts';
import { parseStoredStyles } from '../global-styles/stored-styles.ts';
import { composeTemplate, toFileCopyArgs } from '../templates/compose-template.ts';
import { requireTemplate } from '../templates/find-template.ts';
import { manageError } from '../templates/operations.ts';
import { templateId, templateKey } from '../templates/template-id.ts';

type Args = ArgsOf<DesignPreviewEndpoints['create-design-preview']>;

/** Maximum length of all contents, settings and styles of a preview together, in characters. */
const maxChangesLength = 500_000;

/** A submitted content of a record with an ID. */
interface Submitted<Id> {
  readonly id: Id;
  readonly content: string;
}

/** Input of the functions for the single records. */
interface Context {
  readonly deps: EntryDeps;
  readonly actor: Actor;
  readonly textWork: TextWork;
}

/**
 * Returns the submitted changes, each checked and sanitized as when the caller saves it.
 *
 * Throws ApiError 400 `rest_design_preview_too_large`, the errors of a record that does not exist or that the caller may not edit, and those of
 * saving its content.
 */
export async function composeChanges(
  deps: EntryDeps,
  { args, actor, work }: Pick<Call<Args>, 'args' | 'actor' | 'work'>,
): Promise<DesignOverrides> {
  requireShortChanges(args);
  const context: Context = { deps, actor, textWork: textWorkOf(deps.texts, { work, actor }) };
  const yielder = new EventLoopYielder();
  const templates = new Map<string, ChangedContent>();
  for (const [typeName, submitted] of [
    ['cms_template', args.templates],
    ['cms_template_part', args.template_parts],
  ] as const)
    for (const each of submitted ?? []) {
      const { id, changed } = await composeTemplateChange(context, typeNamed(deps, typeName), each);
      templates.set(templateKey(typeName, id), changed);
      await yielder.turn();
    }
  const contents = new Map<number, ChangedContent>();
  for (const [typeName, submitted] of [
    ['cms_block', args.blocks],
    ['cms_navigation', args.navigation],
  ] as const)
    for (const each of submitted ?? []) {
      contents.set(each.id, await composeEntryChange(context, typeNamed(deps, typeName), each));
      await yielder.turn();
    }
  return { templates, contents, globalStyles: await composeStylesChange(context, args.global_styles) };
}

function requireShortChanges({
  templates = [],
  template_parts = [],
  blocks = [],
  navigation = [],
  ...others
}: Args): void {
  const contents = [...templates, ...template_parts, ...blocks, ...navigation].map(({ content }) => content.length);
  const length = contents.reduce((sum, each) => sum + each, JSON.stringify(others).length);
  if (length <= maxChangesLength) return;
  throw new ApiError(
    'rest_design_preview_too_large',
    400,
    `The changes have ${length} characters; a preview can have at most ${maxChangesLength}. Save some of them first.`,
  );
}

function typeNamed({ contract }: EntryDeps, name: string): ContentType {
  const type = contract.types.get(name);
  if (!type) throw new Error(`content type ${name} is not registered`);
  return type;
}

/** Throws ApiError 401 or 403 `rest_cannot_edit` unless the caller may edit the entry. */
function requireEditable({ actor }: Context, type: ContentType, entry: WholeEntry): void {
  if (!passes(editCondition, actor, type, entry)) throw permissionApiError(forbiddenErrors.edit, actor);
}

const pickChanged = ({ content, content_rendered, renderer }: ChangedContent): ChangedContent => ({
  ...{ content, content_rendered, renderer },
});

async function composeTemplateChange(
  context: Context,
  type: ContentType,
  { id: submittedId, content }: Submitted<string>,
): Promise<{ readonly id: string; readonly changed: ChangedContent }> {
  const { deps, actor, textWork } = context;
  if (!actor.can(type.rights.edit)) throw permissionApiError(manageError, actor);
  const { read } = deps.database;
  const { id, stored, file } = await requireTemplate(deps, read, type, submittedId);
  if (stored) requireEditable(context, type, stored);
  const args = stored || !file ? { content } : toFileCopyArgs({ content }, file);
  const composition = { deps, read, call: { actor }, type, before: stored, textWork };
  const changed = await textWork.complete(() => composeTemplate(composition, args, id.theme));
  return { id: templateId(id), changed: pickChanged(changed) };
}

async function composeEntryChange(
  context: Context,
  type: ContentType,
  { id, content }: Submitted<number>,
): Promise<ChangedContent> {
  const { deps, actor, textWork } = context;
  const { read } = deps.database;
  const before = await requireEntry(read, type, id);
  requireEditable(context, type, before);
  const call = { actor, args: { content }, nulls: new Set<string>() };
  return pickChanged(await textWork.complete(() => composeEntry({ deps, read, call, type, before, textWork })));
}

async function composeStylesChange(
  context: Context,
  submitted: Args['global_styles'],
): Promise<DesignOverrides['globalStyles']> {
  if (!submitted) return undefined;
  const { deps, actor } = context;
  const type = typeNamed(deps, 'cms_global_styles');
  const before = await requireGlobalStyles(deps.database.read, type, submitted.id);
  requireEditable(context, type, before);
  const changed = applyChanges(parseStoredStyles(before.content), parseSubmittedStyles(submitted), actor);
  const { content, theme } = composeChangedDataEntry(deps, before, before.title, changed);
  return { theme, content };
}
