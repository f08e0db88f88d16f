// POST /…/<id>/autosaves: saves texts and footnotes as an autosave (posts-and-pages.md §16). Other fields are not saved
// (contract/README.md, decision 8).

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import type { Actor } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { parseStoredObject } from '../../database/stored-json.ts';
import { recordHistoryChange } from '../../events/record.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import { entryDate } from '../entries/dates.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import type { TextsInput } from '../entries/entry-args.ts';
import { noTerms } from '../entries/entry-terms.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { changedMeta, revisedMeta } from '../entries/meta.ts';
import { ensurePreview } from '../entries/preview.ts';
import { insertRevision, type RevisionRow, updateHistory } from '../entries/revisions-store.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { resolveTerms } from '../entries/term-choice.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { derivedColumns, isSameText, requireText, submittedTexts } from '../entries/texts.ts';
import { findLockOfOther } from '../locks/store.ts';
import { type EntryRevision, entryRevision, type RevisionOperations } from './operations.ts';
import type { RevisionAdapter } from './revision-adapter.ts';
import { findAutosaveOf, findRevision, updateAutosave } from './store.ts';

/** Texts of an autosave. */
type AutosaveTexts = Pick<RevisionRow, 'title' | 'content' | 'excerpt' | 'meta'>;

/**
 * Saves texts as an autosave and responds 200 with it. Each user has at most one autosave per entry. If the entry is a draft of
 * the caller, the draft itself is updated instead, if the resource group supports it and no other user holds the edit lock.
 */
export function saveAutosave(
  deps: EntryDeps,
  adapter: Omit<RevisionAdapter, 'declaration' | 'presenter'>,
): RevisionOperations['save-autosave'] {
  return {
    async run(call, loadedEntry) {
      const type = typeOf(deps.contract, call);
      const textWork = textWorkOf(deps.texts, call, adapter.parameters);
      const input: AutosaveInput = { args: adapter.textInput(call.args), actor: call.actor, textWork };
      const save = async (tx: WriteHandle): Promise<EntryRevision> => {
        const { id } = loadedEntry ?? (await adapter.find(tx, call));
        const entry = await lockEntry(tx, type, id, call.actor, 'edit');
        await call.requireMatch();
        const isOwnDraft = ['draft', autoDraftStatus].includes(entry.status) && entry.author === call.actor.id;
        if (isOwnDraft && adapter.updatesOwnDrafts && !(await isLockedByOther(deps, tx, type, entry, call.actor)))
          return updateDraft(deps, tx, input, type, entry);
        const saved = await saveAutosaveRow(deps, tx, input, type, entry);
        if (type.hasPages)
          await ensurePreview(deps, tx, { entry_id: entry.id, revision: saved.id, author: call.actor.id });
        return saved;
      };
      const row = await textWork.complete(() => deps.database.transaction(save));
      return { kind: 'record', row, context: 'edit', alwaysLinked: true };
    },
  };
}

/** Whether another user holds the edit lock on an entry. Only entries in the resource group `entries` have locks. */
const isLockedByOther = async (
  { site }: EntryDeps,
  tx: WriteHandle,
  { servedAs }: ContentType,
  { id: entry }: WholeEntry,
  { id: user }: Actor,
): Promise<boolean> =>
  servedAs === 'entries' && (await findLockOfOther(tx, { entry, user, now: site.clock() })) !== undefined;

/** The arguments of an autosave request, its actor, and the text processing that it has started. */
interface AutosaveInput {
  readonly args: TextsInput;
  readonly actor: Actor;
  readonly textWork: TextWork;
}

/** Arguments without terms, because autosaves do not assign any. */
const noTermArgs = { args: {}, nulls: new Set<string>() };

/**
 * Updates a draft in place, without creating a revision. The draft must not become empty, and a date that was never set stays
 * unset (posts-and-pages.md §5, §6). An auto-draft becomes a draft, with the default category (§9). Throws ApiError 400 `empty_content`.
 */
async function updateDraft(
  deps: EntryDeps,
  tx: WriteHandle,
  { args, actor, textWork }: AutosaveInput,
  type: ContentType,
  before: WholeEntry,
): Promise<EntryRevision> {
  const { id: _id, slug, path: _path, slug_before_trash: slugBeforeTrash, ...rest } = before;
  const { stored, rendered } = textWork.result('store', submittedTexts(args, before, actor, type, deps.site));
  const { footnotes, ...texts } = stored;
  requireText(texts, type);
  const meta = withRevised(before.meta, changedMeta(type, textMeta(args), before.meta, actor, footnotes), type);
  const modifiedNow = modificationDates(deps);
  const { timezone: zone } = deps.site.settings.values;
  const dateInput = {
    args: {},
    discardStored: false,
    before,
    state: 'draft',
    now: modifiedNow.modified_gmt,
    zone,
  };
  const entry = {
    ...rest,
    ...texts,
    ...derivedColumns(texts, rendered),
    meta,
    ...modifiedNow,
    ...entryDate(dateInput),
    status: 'draft',
    rights_status: 'draft',
  };
  const isFirstSave = before.status === autoDraftStatus;
  const terms = isFirstSave
    ? await resolveTerms(deps, tx, noTermArgs, type, { id: before.id, status: entry.status })
    : noTerms;
  const choice = { slug, mustBeFree: false, slugBeforeTrash };
  const after = await deps.writer.update(tx, type, { before, entry, terms, choice });
  return { id: after.id, entry: after };
}

async function saveAutosaveRow(
  deps: EntryDeps,
  tx: WriteHandle,
  { args, actor, textWork }: AutosaveInput,
  type: ContentType,
  entry: WholeEntry,
): Promise<EntryRevision> {
  const existing = await findAutosaveOf(tx, entry.id, actor.id);
  const before: AutosaveTexts = existing ?? { title: '', content: '', excerpt: '', meta: '{}' };
  const { footnotes, ...texts } = textWork.result('filter', submittedTexts(args, before, actor, type, deps.site));
  const meta = revisedMeta(type, changedMeta(type, textMeta(args), before.meta, actor, footnotes));
  const saved: AutosaveTexts = { ...texts, meta };
  if (existing && equalsEntry(args, saved, entry, type)) return entryRevision(entry, existing);
  const { modified: date, modified_gmt: date_gmt } = modificationDates(deps);
  const columns = { ...saved, date, date_gmt };
  if (existing) await updateAutosave(tx, existing.id, columns);
  const id =
    existing?.id ?? (await insertRevision(tx, { ...columns, entry_id: entry.id, author: actor.id, autosave: 1 }));
  await updateHistory(tx, entry.id, existing ? 0 : 1);
  await recordHistoryChange(tx, entry);
  const row = await findRevision(tx, id);
  if (!row) throw new Error('the saved autosave was not found');
  return entryRevision(entry, row);
}

/** Whether the submitted texts and footnotes equal those of the entry. Differences in the whitespace of texts are ignored. */
function equalsEntry(args: TextsInput, saved: AutosaveTexts, entry: WholeEntry, type: ContentType): boolean {
  const isUnchanged = (name: 'title' | 'content' | 'excerpt') =>
    args[name] === undefined || isSameText(saved[name], entry[name]);
  return (
    isUnchanged('title') &&
    isUnchanged('content') &&
    isUnchanged('excerpt') &&
    (textMeta(args) === undefined || saved.meta === revisedMeta(type, entry.meta))
  );
}

/** Returns the submitted footnotes, the only meta field that autosaves store. */
const textMeta = ({ meta }: TextsInput): Readonly<Record<string, unknown>> | undefined =>
  meta && 'footnotes' in meta ? { footnotes: meta.footnotes } : undefined;

/** Returns the stored meta fields. Fields that revisions record have their changed values. */
const withRevised = (stored: string, changed: string, type: ContentType): string =>
  JSON.stringify({ ...parseStoredObject(stored), ...parseStoredObject(revisedMeta(type, changed)) });

function modificationDates({ site: { clock, settings } }: EntryDeps) {
  const timestamp = now(clock);
  return { modified: toSiteTime(timestamp, settings.values.timezone), modified_gmt: timestamp };
}
