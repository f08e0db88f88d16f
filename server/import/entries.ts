// Stores the items of an imported file as entries.
import { menuItems } from '../../contract/cms-v2/menu-items.ts';
import type { ContentType, Taxonomy } from '../../contract/grammar/content-type.ts';

import { taxonomiesOf } from '../cms-v2/entries/deps.ts';
import { EntryWriter } from '../cms-v2/entries/entry-writer.ts';
import { trashedSlug, trashSuffix } from '../cms-v2/entries/slugs.ts';
import { entryKind } from '../cms-v2/entry-urls/imported-ids.ts';
import { toSlug } from '../rendering/slug.ts';
import { importFile } from './attachments.ts';
import { resolveOwner } from './authors.ts';
import { importComments } from './comments.ts';
import { composeItem, formatDomain } from './compose.ts';
import { updateSlugBeforeTrash } from './entries-store.ts';
import { keyOf, knownParent } from './entry-keys.ts';
import { awaitEntryParent, interimSlug } from './entry-parents.ts';
import { upsertImported } from './imported-store.ts';
import { importMenuItem } from './menu-items.ts';
import { countUndeclared, metaValue } from './meta.ts';
import { localName } from './names.ts';
import { recordOldPaths } from './old-paths.ts';
import { describeItem } from './report.ts';
import { awaitReferences } from './resolve-references.ts';
import type { Batch, KnownEntry } from './run.ts';
import { findImportedType, findSkipReason } from './skipped-items.ts';
import { resolveTerm } from './terms.ts';
import type { WxrItem } from './wxr/records.ts';

/**
 * Creates the entry for an item, unless the item was imported before, and its new comments. Skips an item whose type is not
 * imported, an item with a skip reason, and an item with a text that is too long or has too much markup.
 */
export async function importItem(batch: Batch, item: WxrItem): Promise<void> {
  const { report, run } = batch;
  const type = findImportedType(run, item);
  if (!type) {
    report.count('comments', 'left', item.comments.length);
    return report.count(`entries of the type ${JSON.stringify(item.type)}`, 'left');
  }
  countUndeclared(report, type, item);
  const reason = findSkipReason(type, item);
  if (reason !== undefined) {
    report.note(reason, describeItem(item));
    report.count('comments', 'left', item.comments.length);
    return report.count(type.noun.many, 'left');
  }
  const tooComplexField = run.service.entries.texts.findTooHeavy(contentsOf(item));
  if (tooComplexField !== undefined) {
    report.notes.add(tooComplexNote(type, item, tooComplexField));
    report.count('comments', 'left', item.comments.length);
    return report.count(type.noun.many, 'left');
  }
  const { key, known } = keyOf(batch.content.entries, item);
  report.count(type.noun.many, known ? 'there' : 'imported');
  const { id } = known ?? (await createEntry(batch, type, item, key));
  await recordOldPaths(batch, type, item, id);
  await importComments(batch, item, key, id);
}

const contentsOf = ({ title, content, excerpt }: WxrItem) => ({ title, content, excerpt });

const tooComplexNote = ({ noun }: ContentType, { sourceId, title }: WxrItem, field: string): string =>
  `${noun.many} skipped because their ${field} is too long or has too much markup (--max-text): ${sourceId} ${JSON.stringify(title.slice(0, 60))}`;

/** A writer without hooks: imported pages are not added to menus automatically, because the import restores the menus of the source. */
const writer = new EntryWriter([]);

async function createEntry(batch: Batch, type: ContentType, item: WxrItem, key: string): Promise<KnownEntry> {
  const { tx, run, content } = batch;
  const { id: author } = await resolveOwner(batch, item.creator);
  const isFile = type.servedAs === 'media';
  const hasParent = (type.hierarchical || isFile) && item.parent !== 0 && item.parent !== item.sourceId;
  const parent = hasParent ? knownParent(batch, item) : undefined;
  const isAwaitingParent = hasParent && parent === undefined;
  const entry = composeItem(batch, type, item, { author, parent: parent?.id ?? 0 });
  const slug = slugOf(item);
  // The slugs of media are unique regardless of the parent.
  const initialSlug = isAwaitingParent && !isFile ? interimSlug(slug, item) : slug;
  const guid = (id: number) => run.service.entries.site.urls.home + type.address.other.replace('{id}', String(id));
  const choice = { slug: initialSlug, mustBeFree: false };
  const terms = await termsOf(batch, type, item);
  const { id } = await writer.create(tx, type, { entry, choice, terms, guid }, content.lookups);
  if (entry.status === 'trash') await updateSlugBeforeTrash(tx, id, slugBeforeTrash(item));
  await upsertImported(tx, { source: run.source, kind: entryKind, source_id: key, own_id: id });
  if (type.name === menuItems.name) await importMenuItem(batch, item, key, id);
  if (isFile) await importFile(batch, item, key, id);
  await awaitReferences(batch, item, key, id);
  if (isAwaitingParent) await awaitEntryParent(batch, { key, id, parent: item.parent, slug });
  const createdEntry = { id, guid: entry.guid || guid(id) };
  content.entries.set(key, createdEntry);
  return createdEntry;
}

/** Returns the normalized slug of an item, with the trash suffix for a trashed item. */
export function slugOf(item: WxrItem): string {
  const slug = toSlug(item.slug);
  return item.status === 'trash' && !slug.endsWith(trashSuffix) ? trashedSlug(slug) : slug;
}

function slugBeforeTrash(item: WxrItem): string {
  const desired = metaValue(item, '_wp_desired_post_slug');
  const slug = toSlug(desired ?? item.slug);
  return slug.endsWith(trashSuffix) ? slug.slice(0, -trashSuffix.length) : slug;
}

/** Returns the term IDs of an item by taxonomy. An item without a category gets the default one (posts-and-pages.md §9). */
async function termsOf(batch: Batch, type: ContentType, item: WxrItem): Promise<Map<Taxonomy, readonly number[]>> {
  const { run, report } = batch;
  const termsByTaxonomy = new Map<Taxonomy, readonly number[]>();
  const taxonomies = taxonomiesOf(run.service.contract, type);
  for (const taxonomy of taxonomies) {
    const ids = new Set<number>();
    for (const term of item.categories.filter(({ domain }) => localName(run, domain) === taxonomy.name)) {
      const id = await resolveTerm(batch, taxonomy, term);
      if (id !== undefined) ids.add(id);
    }
    if (ids.size > 0) termsByTaxonomy.set(taxonomy, [...ids]);
    else if (taxonomy.name === 'category') termsByTaxonomy.set(taxonomy, [run.settings.default_category]);
  }
  const known = new Set([formatDomain, ...taxonomies.map(({ name }) => name)]);
  for (const { domain } of item.categories) {
    if (!known.has(localName(run, domain)))
      report.note(
        `${type.noun.many} imported without their ${domain} terms, because they do not have this taxonomy on this site`,
        describeItem(item),
      );
  }
  return termsByTaxonomy;
}
