// Imports the meta fields that a content type or a plain column declares, and counts the others.
import { plainColumns } from '../../contract/columns.ts';
import type { Column, Columns } from '../../contract/grammar/column.ts';
import type { ContentType } from '../../contract/grammar/content-type.ts';
import { ApiError } from '../api-error.ts';
import { changedMeta } from '../cms-v2/entries/meta.ts';
import type { PlainArgs, PlainTable } from '../cms-v2/plain-columns.ts';
import { check } from '../http/parameters/check.ts';
import type { Report } from './report.ts';
import { describeItem } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem, WxrMeta } from './wxr/records.ts';

/** Keys of meta fields that other steps of the import read. */
const handledKeys = new Set([
  '_wp_page_template',
  '_wp_trash_meta_status',
  '_wp_desired_post_slug',
  '_wp_old_slug',
  '_thumbnail_id',
]);

/** Returns whether the import of menu items reads a meta field. */
const isOfMenuItem = ({ name }: ContentType, key: string): boolean =>
  name === 'nav_menu_item' && /^_menu_item_(type|object|object_id|menu_item_parent|url|target|classes|xfn)$/.test(key);

/** Returns whether the import of media files reads a meta field. */
const isOfFile = ({ servedAs }: ContentType, key: string): boolean =>
  servedAs === 'media' && (/^_wp_(?:attached_file|attachment_metadata)$/.test(key) || isImportedColumn('media', key));

/** Returns the first value of a meta field of an item, term or comment; undefined if the record does not have the field. */
export const metaValue = ({ meta }: { readonly meta: readonly WxrMeta[] }, key: string): string | undefined =>
  meta.find((field) => field.key === key)?.value;

/**
 * Returns the values of the plain columns of a table in the meta fields of a record. Invalid values are skipped, with a note about the
 * record, which `about` describes.
 */
export function importedColumns<Table extends PlainTable>(
  report: Report,
  table: Table,
  record: { readonly meta: readonly WxrMeta[] },
  about: string,
): PlainArgs<Table> {
  const columns: Columns = plainColumns[table];
  const values: Record<string, unknown> = {};
  for (const [name, { field, importedFrom }] of Object.entries(columns)) {
    const exported = importedFrom === undefined ? undefined : metaValue(record, importedFrom);
    if (exported === undefined) continue;
    const result = check(field, exported, name);
    if ('value' in result) values[name] = result.value;
    else report.note(`values of the meta field ${importedFrom} skipped because they are invalid`, about);
  }
  return values as PlainArgs<Table>;
}

/** Whether a meta field contains the value of a plain column of a table. */
export const isImportedColumn = (table: PlainTable, key: string): boolean =>
  Object.values<Column>(plainColumns[table]).some(({ importedFrom }) => importedFrom === key);

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
        !handledKeys.has(key) &&
        !isImportedColumn('entries', key) &&
        !isOfMenuItem(type, key) &&
        !isOfFile(type, key) &&
        !Object.hasOwn(type.meta, key),
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
