// Composes the entry of a template from submitted parameters (templates-and-styles.md §5).
import type { Call } from '../../http/module.ts';
import { resolveArea } from '../../theme/standard-templates.ts';
import { type Composition, composeEntry } from '../entries/compose-entry.ts';
import type { EntryInput } from '../entries/entry-args.ts';
import type { ComposedEntry } from '../entries/store.ts';
import type { TemplateArgs } from './operations.ts';

/** Converts template parameters to entry parameters. The description of a template is stored as the excerpt of the entry. */
export function toEntryArgs({ title, content, description, author, area, ...args }: TemplateArgs): EntryInput {
  const isSuggestion = args.is_cms_suggestion;
  const meta = {
    ...(area !== undefined && { area: resolveArea(area) }),
    ...(isSuggestion !== undefined && { suggested: isSuggestion }),
  };
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(description !== undefined && { excerpt: description }),
    ...(author !== undefined && { author }),
    meta,
  };
}

/** Input of `composeTemplate`. */
interface TemplateComposition extends Omit<Composition, 'call'> {
  readonly call: Pick<Call, 'actor'>;
}

/** Name of the parameter for the description of a template, keyed by the parameter name of other entries. */
export const templateParameters = { excerpt: 'description' } as const;

/**
 * Composes the entry of a template. The submitted status is ignored, because templates are always published when they are
 * created. Throws ApiError 400 `rest_invalid_author` or `empty_content`.
 */
export async function composeTemplate(
  composition: TemplateComposition,
  args: EntryInput,
  theme: string,
): Promise<ComposedEntry> {
  const call = {
    actor: composition.call.actor,
    args: { ...args, ...(!composition.before && { status: 'publish' }) },
    nulls: new Set<string>(),
  };
  return { ...(await composeEntry({ ...composition, call })), theme };
}
