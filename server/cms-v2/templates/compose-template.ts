// From what was sent for a template to the entry that is stored (templates-and-styles.md §5), made as every other entry is.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { TemplateArgs } from '../../../contract/shared/templates.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call } from '../../http/room.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { areaOf } from '../../theme/standard-templates.ts';
import { type ComposedEntry, composeEntry } from '../entries/compose-entry.ts';
import type { EntryArgs } from '../entries/entry-args.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** What was sent, in the words of entries: the description of a template is stored as its excerpt. */
export function entryArgs({ title, content, description, author, area, ...args }: TemplateArgs): EntryArgs {
  const suggested = args.is_cms_suggestion;
  const meta = {
    ...(area !== undefined && { area: areaOf(area) }),
    ...(suggested !== undefined && { suggested }),
  };
  return {
    ...(title !== undefined && { title }),
    ...(content !== undefined && { content }),
    ...(description !== undefined && { excerpt: description }),
    ...(author !== undefined && { author }),
    meta,
  };
}

/** What a template is made from. */
export interface TemplateComposition {
  readonly parts: EntryParts;
  readonly read: ReadHandle;
  readonly call: Call<TemplateArgs>;
  readonly type: ContentType;
  readonly args: EntryArgs;
  /** The record as it is stored; undefined for a new one. */
  readonly before: WholeEntry | undefined;
  readonly theme: string;
  readonly textWork: TextWork;
}

/** How requests call the texts of a template. */
export const templateParameters = { excerpt: 'description' } as const;

/**
 * The entry that a template results in. What is sent of its state is not taken: it is public from the start. Throws
 * Refusal: `rest_invalid_author`, `empty_content`.
 */
export async function composeTemplate(composition: TemplateComposition): Promise<ComposedEntry> {
  const { parts, read, call, type, args, before, theme, textWork } = composition;
  const status = before ? {} : { status: 'publish' as const };
  const sent: Call<EntryArgs> = { ...call, args: { ...args, ...status }, nulls: new Set() };
  return { ...(await composeEntry({ parts, read, call: sent, type, before, textWork })), theme };
}
