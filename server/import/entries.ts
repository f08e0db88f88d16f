// Items of the file that become entries here.
import { menuItems } from '../../contract/cms-v2/menu-items.ts';
import type { ContentType, Taxonomy } from '../../contract/grammar/content-type.ts';

import { taxonomiesOf } from '../cms-v2/entries/parts.ts';
import { saveNewEntry } from '../cms-v2/entries/save-entry.ts';
import { trashedSlug, trashMark } from '../cms-v2/entries/slugs.ts';
import { toSlug } from '../rendering/slug.ts';
import { fileAddress, importFile } from './attachments.ts';
import { ownerOf } from './authors.ts';
import { importComments } from './comments.ts';
import { composeItem, formatDomain } from './compose.ts';
import { writeSlugBeforeTrash } from './entries-store.ts';
import { entryKind, keyOf, knownParent } from './entry-keys.ts';
import { awaitEntryParent, interimSlug } from './entry-parents.ts';
import { writeImported } from './imported-store.ts';
import { importMenuItem } from './menu-items.ts';
import { countUndeclared, metaValue } from './meta.ts';
import { ownName } from './names.ts';
import { describeItem } from './report.ts';
import type { Batch, KnownEntry } from './run.ts';
import { awaitReferences } from './settle-references.ts';
import { termOf } from './terms.ts';
import type { WxrItem } from './wxr/records.ts';

/** Makes the entry of an item, unless it was imported before or is of a kind that is not served here. */
export async function importItem(batch: Batch, item: WxrItem): Promise<void> {
  const { report, run } = batch;
  const type = run.service.contract.types.get(ownName(run, item.type));
  if (!type || !served.has(type.servedAs)) {
    report.count('comments', 'left', item.comments.length);
    return report.count(`entries of the type ${JSON.stringify(item.type)}`, 'left');
  }
  countUndeclared(report, type, item);
  const reason = reasonToLeave(type, item);
  if (reason !== undefined) {
    report.note(reason, describeItem(item));
    report.count('comments', 'left', item.comments.length);
    return report.count(type.noun.many, 'left');
  }
  const tooHeavy = run.service.entries.texts.findTooHeavy(textsOf(item));
  if (tooHeavy !== undefined) {
    report.notes.add(tooHeavyNote(type, item, tooHeavy));
    report.count('comments', 'left', item.comments.length);
    return report.count(type.noun.many, 'left');
  }
  const { key, known } = keyOf(batch, item);
  report.count(type.noun.many, known ? 'there' : 'imported');
  const { id } = known ?? (await makeEntry(batch, type, item, key));
  await importComments(batch, item, key, id);
}

const textsOf = ({ title, content, excerpt }: WxrItem) => ({ title, content, excerpt });

const tooHeavyNote = ({ noun }: ContentType, { sourceId, title }: WxrItem, text: string): string =>
  `${noun.many} left out because their ${text} is too long or has too much markup (--max-text): ${sourceId} ${JSON.stringify(title.slice(0, 60))}`;

/** How types are served whose entries are taken over. */
const served: ReadonlySet<ContentType['servedAs']> = new Set(['entries', 'menu-items', 'media']);

/** Why an item is not taken over; undefined where it is. */
function reasonToLeave(type: ContentType, item: WxrItem): string | undefined {
  if (item.status === 'auto-draft') return 'entries left out because nothing was ever saved of them (auto-draft)';
  if (type.servedAs !== 'media') return undefined;
  if (item.status === 'trash') return 'files left out because they were in the trash, which files have none of here';
  return fileAddress(item) === undefined ? 'files left out because no address of theirs is told' : undefined;
}

async function makeEntry(batch: Batch, type: ContentType, item: WxrItem, key: string): Promise<KnownEntry> {
  const { tx, run, entries } = batch;
  const { id: author } = await ownerOf(batch, item.creator);
  const isFile = type.servedAs === 'media';
  const wantsParent = (type.hierarchical || isFile) && item.parent !== 0 && item.parent !== item.sourceId;
  const parent = wantsParent ? knownParent(batch, item) : undefined;
  const awaits = wantsParent && parent === undefined;
  const entry = composeItem(batch, type, item, { author, parent: parent?.id ?? 0 });
  const slug = slugOf(item);
  // Files are called apart from all others, wherever they stand.
  const wished = awaits && !isFile ? interimSlug(slug, item) : slug;
  const guid = (id: number) => run.service.entries.site.home + type.address.other.replace('{id}', String(id));
  const id = await saveNewEntry(
    tx,
    type,
    entry,
    { slug: wished, mustBeFree: false },
    await termsOf(batch, type, item),
    guid,
  );
  if (entry.status === 'trash') await writeSlugBeforeTrash(tx, id, slugBeforeTrash(item));
  await writeImported(tx, { source: run.source, kind: entryKind, source_id: key, own_id: id });
  if (type.name === menuItems.name) await importMenuItem(batch, item, key, id);
  if (isFile) await importFile(batch, item, key, id);
  await awaitReferences(batch, item, key, id);
  if (awaits) await awaitEntryParent(batch, { key, id, parent: item.parent, slug });
  const made = { id, guid: entry.guid || guid(id) };
  entries.set(key, made);
  return made;
}

/** The slug of the file in its plain form; what is in the trash carries the mark of it. */
function slugOf(item: WxrItem): string {
  const slug = toSlug(item.slug);
  return item.status === 'trash' && !slug.endsWith(trashMark) ? trashedSlug(slug) : slug;
}

function slugBeforeTrash(item: WxrItem): string {
  const desired = metaValue(item, '_wp_desired_post_slug');
  const slug = toSlug(desired ?? item.slug);
  return slug.endsWith(trashMark) ? slug.slice(0, -trashMark.length) : slug;
}

/** The terms of an item in the taxonomies of its type; the default category where it has none (posts-and-pages.md §9). */
async function termsOf(batch: Batch, type: ContentType, item: WxrItem): Promise<Map<Taxonomy, readonly number[]>> {
  const { run, report } = batch;
  const chosen = new Map<Taxonomy, readonly number[]>();
  const taxonomies = taxonomiesOf(run.service.contract, type);
  for (const taxonomy of taxonomies) {
    const ids = new Set<number>();
    for (const term of item.categories.filter(({ domain }) => ownName(run, domain) === taxonomy.name)) {
      const id = await termOf(batch, taxonomy, term);
      if (id !== undefined) ids.add(id);
    }
    if (ids.size > 0) chosen.set(taxonomy, [...ids]);
    else if (taxonomy.name === 'category') chosen.set(taxonomy, [run.settings.default_category]);
  }
  const known = new Set([formatDomain, ...taxonomies.map(({ name }) => name)]);
  for (const { domain } of item.categories) {
    if (!known.has(ownName(run, domain)))
      report.note(
        `${type.noun.many} without their terms of ${domain}, which ${type.noun.many} do not have here`,
        describeItem(item),
      );
  }
  return chosen;
}
