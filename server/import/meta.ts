// Imports the meta fields that a content type declares and counts the others.
import type { ContentType } from '../../contract/grammar/content-type.ts';
import { ApiError } from '../api-error.ts';
import { changedMeta } from '../cms-v2/entries/meta.ts';
import type { Report } from './report.ts';
import { describeItem } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem, WxrMeta } from './wxr/records.ts';

/** Keys of meta fields that other steps of the import read. */
const handledKeys = new Set(['_wp_page_template', '_wp_trash_meta_status', '_wp_desired_post_slug', '_thumbnail_id']);

/** Returns whether the import of menu items reads a meta field. */
const isOfMenuItem = ({ name }: ContentType, key: string): boolean =>
  name === 'nav_menu_item' && /^_menu_item_(type|object|object_id|menu_item_parent|url|target|classes|xfn)$/.test(key);

/** Returns whether the import of media files reads a meta field. */
const isOfFile = ({ servedAs }: ContentType, key: string): boolean =>
  servedAs === 'media' && /^_wp_(?:attached_file|attachment_metadata|attachment_image_alt)$/.test(key);

/** Returns the first value of a meta field of an item or comment; undefined if the item or comment does not have the field. */
export const metaValue = ({ meta }: { readonly meta: readonly WxrMeta[] }, key: string): string | undefined =>
  meta.find((field) => field.key === key)?.value;

/** Counts meta fields as skipped and records their keys. */
export function countMeta({ counts, metaKeys }: Report, meta: readonly WxrMeta[]): void {
  counts.left.add('meta fields', meta.length);
  for (const { key } of meta) metaKeys.add(key);
}

/** Counts the meta fields of an item that its type does not declare. */
export const countUndeclared = (report: Report, type: ContentType, { meta }: WxrItem): void =>
  countMeta(
    report,
    meta.filter(
      ({ key }) =>
        !handledKeys.has(key) && !isOfMenuItem(type, key) && !isOfFile(type, key) && !Object.hasOwn(type.meta, key),
    ),
  );

/** Returns the declared meta fields of an item as the JSON to store. Invalid values are skipped and reported. */
export function storedMeta({ run, report }: Batch, type: ContentType, item: WxrItem): string {
  let stored = '{}';
  for (const key of Object.keys(type.meta)) {
    const value = metaValue(item, key);
    if (value === undefined) continue;
    try {
      stored = changedMeta(type, { [key]: value }, stored, run.actor, '');
      report.count('meta fields', 'imported');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      report.count('meta fields', 'left');
      report.note(`values of the meta field ${key} skipped because they are invalid`, describeItem(item));
    }
  }
  return stored;
}
