// POST on the autosaves of an entry (posts-and-pages.md §16). Only texts are taken (contract/README.md, decision 8).

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { parseStoredObject } from '../../database/stored-json.ts';
import type { Call, Operation } from '../../http/room.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { entryDate } from '../entries/dates.ts';
import type { EntryArgs } from '../entries/entry-args.ts';
import { changedMeta, revisedMeta } from '../entries/meta.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { keepPreview } from '../entries/preview.ts';
import { insertRevision, type RevisionRow } from '../entries/revisions-store.ts';
import type { EntryHead, WholeEntry } from '../entries/rows.ts';
import { saveEntry } from '../entries/save-entry.ts';
import { findEntry } from '../entries/store.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { isSameText, madeColumns, requireText, submittedTexts } from '../entries/texts.ts';
import { type Revised, type ShownRevision, shownRevision } from './revised.ts';
import { findAutosaveOf, findRevision, writeAutosave, writeHistory } from './store.ts';

/** What an autosave consists of. */
type Saved = Pick<RevisionRow, 'title' | 'content' | 'excerpt' | 'meta'>;

/**
 * Saves texts beside an entry, one autosave for each user; the caller's own draft is changed itself. Answers 200 with what
 * was saved.
 */
export function saveAutosave(parts: EntryParts, revised: Revised): Operation {
  return {
    async run(call: Call, subject: EntryHead | undefined) {
      const type = typeOf(parts.contract, call);
      const textWork = textWorkOf(parts, call, revised.parameters);
      const sent: Sent = { args: revised.sent(call), actor: call.actor, textWork };
      const save = async (tx: WriteHandle): Promise<ShownRevision> => {
        const { id } = subject ?? (await revised.find(tx, call));
        const entry = await claimEntry(tx, type, id, call.actor, 'edit');
        const isOwnDraft = ['draft', 'auto-draft'].includes(entry.status) && entry.author === call.actor.id;
        if (isOwnDraft && revised.ownDraftsChange) return changeDraft(parts, tx, sent, type, entry);
        const saved = await saveBeside(parts, tx, sent, type, entry);
        if (type.hasPages)
          await keepPreview(parts, tx, { entry_id: entry.id, revision: saved.id, author: call.actor.id });
        return saved;
      };
      const row = await textWork.complete(() => parts.database.transaction(save));
      return { kind: 'record', row, context: 'edit', alwaysLinked: true };
    },
  };
}

/** What was sent, and by whom. */
interface Sent {
  readonly args: EntryArgs;
  readonly actor: Actor;
  readonly textWork: TextWork;
}

/**
 * No revision is made of a draft that is saved while it is written. It keeps some text, and its date floats on
 * (posts-and-pages.md §5, §6). Throws Refusal 400 `empty_content`.
 */
async function changeDraft(
  parts: EntryParts,
  tx: WriteHandle,
  { args, actor, textWork }: Sent,
  type: ContentType,
  before: WholeEntry,
): Promise<ShownRevision> {
  const { id: _id, slug, path: _path, slug_before_trash: slugBeforeTrash, ...rest } = before;
  const { stored, rendered } = textWork.result('store', submittedTexts(args, before, actor, type, parts));
  const { footnotes, ...texts } = stored;
  requireText(texts, type);
  const meta = withRevised(before.meta, changedMeta(type, textMeta(args), before.meta, actor, footnotes), type);
  const moment = momentOf(parts);
  const { timezone: zone } = parts.settings.values;
  const wish = { args: {}, forget: false, before, state: before.status, now: moment.modified_gmt, zone };
  const entry = { ...rest, ...texts, ...madeColumns(texts, rendered), meta, ...moment, ...entryDate(wish) };
  await saveEntry(tx, type, before, entry, { slug, mustBeFree: false, slugBeforeTrash }, new Map(), undefined);
  const after = await findEntry(tx, type.name, before.id);
  if (!after) throw new Error('a claimed draft is gone');
  return { id: after.id, entry: after };
}

async function saveBeside(
  parts: EntryParts,
  tx: WriteHandle,
  { args, actor, textWork }: Sent,
  type: ContentType,
  entry: WholeEntry,
): Promise<ShownRevision> {
  const known = await findAutosaveOf(tx, entry.id, actor.id);
  const before: Saved = known ?? { title: '', content: '', excerpt: '', meta: '{}' };
  const { footnotes, ...texts } = textWork.result('filter', submittedTexts(args, before, actor, type, parts));
  const meta = revisedMeta(type, changedMeta(type, textMeta(args), before.meta, actor, footnotes));
  const saved: Saved = { ...texts, meta };
  if (known && isAsStored(args, saved, entry, type)) return shownRevision(entry, known);
  const { modified: date, modified_gmt: date_gmt } = momentOf(parts);
  const columns = { ...saved, date, date_gmt };
  if (known) await writeAutosave(tx, known.id, columns);
  const id = known?.id ?? (await insertRevision(tx, { ...columns, entry_id: entry.id, author: actor.id, autosave: 1 }));
  await writeHistory(tx, entry.id, known ? 0 : 1);
  const row = await findRevision(tx, id);
  if (!row) throw new Error('an autosave is gone that was just made');
  return shownRevision(entry, row);
}

/** Whether what was sent says nothing that the entry does not say already, white space aside. */
function isAsStored(args: EntryArgs, saved: Saved, entry: WholeEntry, type: ContentType): boolean {
  const same = (name: 'title' | 'content' | 'excerpt') =>
    args[name] === undefined || isSameText(saved[name], entry[name]);
  return (
    same('title') &&
    same('content') &&
    same('excerpt') &&
    (textMeta(args) === undefined || saved.meta === revisedMeta(type, entry.meta))
  );
}

/** Footnotes are a part of the text; other meta fields are not. */
const textMeta = ({ meta }: EntryArgs): Readonly<Record<string, unknown>> | undefined =>
  meta && 'footnotes' in meta ? { footnotes: meta.footnotes } : undefined;

/** The stored meta fields with those of another state that revisions keep. */
const withRevised = (stored: string, changed: string, type: ContentType): string =>
  JSON.stringify({ ...parseStoredObject(stored), ...parseStoredObject(revisedMeta(type, changed)) });

function momentOf({ clock, settings }: EntryParts) {
  const moment = now(clock);
  return { modified: toSiteTime(moment, settings.values.timezone), modified_gmt: moment };
}
