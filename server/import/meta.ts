// Meta fields: those that a type declares are taken over, the others counted.
import type { ContentType } from '../../contract/grammar/content-type.ts';
import { changedMeta } from '../cms-v2/entries/meta.ts';
import { Refusal } from '../refusal.ts';
import type { Report } from './report.ts';
import { describeItem } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem, WxrMeta } from './wxr/records.ts';

/** Meta fields of the file that say something about the entry itself. */
const ownMeaning = new Set(['_wp_page_template', '_wp_trash_meta_status', '_wp_desired_post_slug', '_thumbnail_id']);

/** What a menu item leads to. */
const isOfMenuItem = ({ name }: ContentType, key: string): boolean =>
  name === 'nav_menu_item' && /^_menu_item_(type|object|object_id|menu_item_parent|url|target|classes|xfn)$/.test(key);

/** What is told of a file. */
const isOfFile = ({ servedAs }: ContentType, key: string): boolean =>
  servedAs === 'media' && /^_wp_(?:attached_file|attachment_metadata|attachment_image_alt)$/.test(key);

/** The first value of a meta field; undefined where the item has none. */
export const metaValue = ({ meta }: { readonly meta: readonly WxrMeta[] }, key: string): string | undefined =>
  meta.find((field) => field.key === key)?.value;

/** Counts meta fields as left out. */
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
        !ownMeaning.has(key) && !isOfMenuItem(type, key) && !isOfFile(type, key) && !Object.hasOwn(type.meta, key),
    ),
  );

/** The declared meta fields of an item as they are stored; values that break their own rules are left out and noted. */
export function storedMeta({ run, report }: Batch, type: ContentType, item: WxrItem): string {
  let stored = '{}';
  for (const key of Object.keys(type.meta)) {
    const value = metaValue(item, key);
    if (value === undefined) continue;
    try {
      stored = changedMeta(type, { [key]: value }, stored, run.actor, '');
      report.count('meta fields', 'imported');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      report.count('meta fields', 'left');
      report.note(`values of the meta field ${key} left out because they break its rules`, describeItem(item));
    }
  }
  return stored;
}
