// POST, PUT, PATCH on an item (templates-and-styles.md §5): a stored one changes, of a file a copy is made.

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { TemplateArgs } from '../../../contract/shared/templates.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import type { ThemeFile } from '../../theme/theme.ts';
import { claimEntry, peopleLock } from '../entries/claim-entry.ts';
import { type EntryArgs, sentText } from '../entries/entry-args.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { eraseNoted } from '../entries/remove-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { saveEntry } from '../entries/save-entry.ts';
import { findEntry } from '../entries/store.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeTemplate, entryArgs, templateParameters } from './compose-template.ts';
import { type Found, requireTemplate } from './find-template.ts';
import { saveTemplate } from './save-template.ts';
import { templateOfEntry, templateOfFile } from './template.ts';

type Sent = Call<TemplateArgs>;

/** Changes a template; answers with it as its editors see it. With `source: theme` it goes back to the file. */
export function updateTemplate(parts: EntryParts): Operation {
  return {
    async run(call: Sent) {
      const type = typeOf(parts.contract, call);
      const textWork = textWorkOf(parts, call, templateParameters);
      const update = async (tx: WriteHandle) => {
        await tx.share(peopleLock);
        const found = await claimName(parts, tx, type, call);
        if (call.args.source === 'theme') return goBack(parts, tx, type, call, found);
        const { stored, file } = found;
        const changing = { parts, tx, type, call, textWork };
        const after = stored ? await change(changing, stored) : await copy(changing, file);
        return templateOfEntry(after);
      };
      const row = await textWork.complete(() => parts.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/** What goes by the name of the address; of a file nobody else makes a copy before the transaction ends. */
async function claimName(parts: EntryParts, tx: WriteHandle, type: ContentType, call: Sent): Promise<Found> {
  const address = call.path.id ?? '';
  const found = await requireTemplate(parts, tx, type, address);
  if (found.stored) return found;
  await tx.lock(`template ${type.name} ${found.id.slug}`);
  return requireTemplate(parts, tx, type, address);
}

/** Deletes the copy for good; answers with the file, whatever else was sent. */
async function goBack(parts: EntryParts, tx: WriteHandle, type: ContentType, call: Sent, { stored, file }: Found) {
  if (!file) {
    const sentence = `The theme has no ${type.noun.one} of this name to go back to.`;
    throw new Refusal('rest_invalid_template', 400, sentence);
  }
  if (stored) {
    const claimed = await claimEntry(tx, type, stored.id, call.actor, 'delete');
    await call.requireMatch();
    await eraseNoted(parts, tx, call, type, claimed);
  }
  return templateOfFile(type, parts.theme, file, undefined);
}

/** What a template is changed with. */
interface Changing {
  readonly parts: EntryParts;
  readonly tx: WriteHandle;
  readonly type: ContentType;
  readonly call: Sent;
  readonly textWork: TextWork;
}

async function change({ parts, tx, type, call, textWork }: Changing, stored: WholeEntry): Promise<WholeEntry> {
  const before = await claimEntry(tx, type, stored.id, call.actor, 'edit');
  await call.requireMatch();
  const { slug, slug_before_trash: slugBeforeTrash, theme } = before;
  const args = entryArgs(call.args);
  const entry = await composeTemplate({ parts, read: tx, call, type, args, before, theme, textWork });
  await saveEntry(tx, type, before, entry, { slug, mustBeFree: false, slugBeforeTrash }, new Map(), call.actor.id);
  return (await findEntry(tx, type.name, before.id)) ?? before;
}

/** What was not sent is as the file has it. */
async function copy({ parts, tx, type, call, textWork }: Changing, file: ThemeFile | undefined): Promise<WholeEntry> {
  if (!file) throw new Refusal('rest_template_not_found', 404, `There is no ${type.noun.one} of this name.`);
  await call.requireMatch();
  const sent = entryArgs(call.args);
  const args: EntryArgs = {
    ...sent,
    title: sentText(sent.title) ?? file.title,
    content: sentText(sent.content) ?? file.content,
    excerpt: sentText(sent.excerpt) ?? file.description,
    meta: { area: file.area || 'uncategorized', ...sent.meta, origin: 'theme' },
  };
  const theme = parts.theme.name;
  const entry = await composeTemplate({ parts, read: tx, call, type, args, before: undefined, theme, textWork });
  return saveTemplate(parts, tx, type, entry, file.slug);
}
