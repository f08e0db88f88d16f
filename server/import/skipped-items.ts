// Determines which items of an imported file are skipped.
import type { ContentType } from '../../contract/grammar/content-type.ts';
import { findFileUrl } from './attachments.ts';
import { localName } from './names.ts';
import type { ImportRun } from './run.ts';
import type { WxrItem } from './wxr/records.ts';

/** `servedAs` values of the content types that are imported. */
const importedResourceGroups: ReadonlySet<ContentType['servedAs']> = new Set(['entries', 'menu-items', 'media']);

/** Returns the content type of an item; undefined if items of its type are not imported. */
export function findImportedType(run: Pick<ImportRun, 'service'>, item: WxrItem): ContentType | undefined {
  const type = run.service.contract.types.get(localName(run, item.type));
  return type && importedResourceGroups.has(type.servedAs) ? type : undefined;
}

/** Returns the reason for skipping an item because of its status or a missing file URL; undefined if there is none. */
export function findSkipReason(type: ContentType, item: WxrItem): string | undefined {
  if (item.status === 'auto-draft') return 'entries skipped because they were never saved (auto-draft)';
  if (type.servedAs !== 'media') return undefined;
  if (item.status === 'trash') return 'files skipped because they were in the trash; this site has no trash for media';
  return findFileUrl(item) === undefined ? 'files skipped because the export has no URL for them' : undefined;
}
