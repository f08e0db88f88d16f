// Composes the entry of a template from submitted parameters, and inserts it (templates-and-styles.md §5).

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { resolveArea } from '../../theme/standard-templates.ts';
import type { ThemeFile } from '../../theme/theme.ts';
import { type Composition, composeEntry } from '../entries/compose-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { type EntryInput, rawText } from '../entries/entry-args.ts';
import type { WholeEntry } from '../entries/rows.ts';
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

/** Returns the parameters of a copy of a theme file. Submitted values replace the values in the file. */
export const toFileCopyArgs = (submitted: EntryInput, file: ThemeFile): EntryInput => ({
  ...submitted,
  title: rawText(submitted.title) ?? file.title,
  content: rawText(submitted.content) ?? file.content,
  excerpt: rawText(submitted.excerpt) ?? file.description,
  meta: { area: file.area || 'uncategorized', ...submitted.meta, origin: 'theme' },
});

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

/** Inserts a template and returns its record. If the slug is taken in the theme, the next free one is used. */
export function saveNewTemplate(
  { site: { urls }, writer }: EntryDeps,
  tx: WriteHandle,
  type: ContentType,
  entry: ComposedEntry,
  slug: string,
): Promise<WholeEntry> {
  const guid = (id: number) => urls.home + type.address.other.replace('{id}', String(id));
  return writer.create(tx, type, { entry, choice: { slug, mustBeFree: true }, guid });
}
