// Collects the unsaved changes of the design that can be previewed on the public pages.
import { useSyncExternalStore } from 'react';
import type { DesignChanges } from '../resources/design-previews.ts';
import {
  type CopiedRecord,
  copyRecord,
  listUnsavedRecords,
  onDataChange,
  type UnsavedRecord,
} from '../unstable/unsaved-records.ts';

const isStyles = ({ kind, name }: Pick<UnsavedRecord, 'kind' | 'name'>): boolean =>
  kind === 'root' && name === 'globalStyles';

/** The content types whose contents are parts of the design. */
const designTypes: ReadonlySet<string> = new Set(['wp_template', 'wp_template_part', 'wp_block', 'wp_navigation']);

/** Whether a preview can display the changes of a record. It does not know other ones, such as those of the title of the site. */
const isPreviewed = (record: UnsavedRecord): boolean =>
  isStyles(record) || (record.kind === 'postType' && designTypes.has(record.name));

const hasDesignChanges = (): boolean => listUnsavedRecords().some(isPreviewed);

/** Whether there are unsaved changes that a preview can display. */
export const useHasDesignChanges = (): boolean => useSyncExternalStore(onDataChange, hasDesignChanges);

/** Returns the unsaved changes that a preview can display, as the editor would save them now. */
export const collectDesignChanges = (): DesignChanges =>
  toDesignChanges(listUnsavedRecords().filter(isPreviewed).map(copyRecord));

/** Converts copies of changed records to the form that the API accepts. Records whose contents have not changed are left out. */
function toDesignChanges(records: readonly CopiedRecord[]): DesignChanges {
  const changedOf = (type: string) =>
    records.flatMap(({ kind, name, id, edits: { content } }) =>
      kind === 'postType' && name === type && typeof content === 'string' ? [{ id, content }] : [],
    );
  const withText = (type: string) => changedOf(type).map((each) => ({ ...each, id: String(each.id) }));
  const withNumber = (type: string) => changedOf(type).map((each) => ({ ...each, id: Number(each.id) }));
  const styles = records.find(isStyles);
  return {
    templates: withText('wp_template'),
    template_parts: withText('wp_template_part'),
    blocks: withNumber('wp_block'),
    navigation: withNumber('wp_navigation'),
    ...(styles && {
      global_styles: {
        id: Number(styles.id),
        ...(isObject(styles.edits.settings) && { settings: styles.edits.settings }),
        ...(isObject(styles.edits.styles) && { styles: styles.edits.styles }),
      },
    }),
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
