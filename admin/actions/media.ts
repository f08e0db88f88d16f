// The actions for media items in lists, and the questions before they are deleted.
import type { Action } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { deleteMedia, type ListedMedia, listUses, type MediaUse, mayChange } from '../data/resources/media.ts';
import { titleOf } from '../ui/entry-title.ts';
import type { FailedItems } from '../ui/failed-items.tsx';
import { icons } from '../ui/icons.tsx';
import type { Notice } from '../ui/notices.tsx';
import type { Copy } from '../ui/use-copy.ts';
import { reportResults } from './report-results.ts';
import { runForEach } from './run-for-each.ts';

/** Dependencies of the actions. */
export interface MediaActionDeps {
  readonly notify: (notice: Notice) => void;
  readonly copy: Copy;
  /** Reads the list again, and shows and selects the items with which an action failed. */
  readonly refresh: (failed: FailedItems<ListedMedia>) => void;
  readonly open: (item: ListedMedia) => void;
  /** Opens the form for the texts of an item. */
  readonly editTexts: (item: ListedMedia) => void;
  /** Asks the user; resolves with false if the user cancels. */
  readonly confirm: (question: string, label: string) => Promise<boolean>;
}

/** Returns the actions in the order of the menu. */
export const mediaActions = (deps: MediaActionDeps): Action<ListedMedia>[] => [
  {
    id: 'edit',
    label: __('Edit'),
    isPrimary: true,
    isEligible: (item) => mayChange(item, 'POST'),
    callback: ([item]) => item && deps.open(item),
  },
  {
    id: 'quick-edit',
    label: __('Quick edit'),
    isEligible: (item) => mayChange(item, 'POST'),
    callback: ([item]) => item && deps.editTexts(item),
  },
  {
    id: 'copy-url',
    label: __('Copy URL'),
    callback: ([item]) => void (item && copyUrl(deps.copy, item.source_url)),
  },
  {
    id: 'delete',
    label: __('Delete permanently'),
    icon: icons.delete,
    supportsBulk: true,
    isEligible: (item) => mayChange(item, 'DELETE'),
    callback: (items) => void deletePermanently(deps, items),
  },
];

const copyUrl = (copy: Copy, url: string): Promise<void> =>
  /* translators: %s: URL. */
  copy(url, __('The URL was copied.'), sprintf(__('The browser did not allow copying. The URL is: %s'), url));

/**
 * Deletes items after a question that names their uses. Resolves with whether all of them were deleted. `etagOf` returns the version that the
 * user has seen; by default, that of the list.
 */
export async function deletePermanently(
  { notify, refresh, confirm }: Pick<MediaActionDeps, 'notify' | 'refresh' | 'confirm'>,
  items: readonly ListedMedia[],
  etagOf = (item: ListedMedia) => item._links.self?.[0]?.targetHints?.etag,
): Promise<boolean> {
  const uses = await findUses(items);
  const question = [questionFor(items), textOfUses(items, uses), __('This cannot be undone.')].join(' ');
  if (!(await confirm(question, __('Delete permanently')))) return false;
  const results = await runForEach(items, async (item) => {
    await deleteMedia({ id: item.id, etag: etagOf(item) });
  });
  reportResults({ notify, refresh }, results, {
    /* translators: %d: number of files. */
    text: (count) => sprintf(_n('%d file was deleted.', '%d files were deleted.', count), count),
  });
  return results.failed.length === 0;
}

function questionFor(items: readonly ListedMedia[]): string {
  const [first] = items;
  if (first && items.length === 1)
    /* translators: %s: title of a file. */
    return sprintf(__('Delete “%s” permanently?'), titleOf(first));
  /* translators: %d: number of files. */
  return sprintf(_n('Delete %d file permanently?', 'Delete %d files permanently?', items.length), items.length);
}

/** The uses of the files that are deleted. */
interface FoundUses {
  /** The number of files that entries use. */
  readonly usedFiles: number;
  /** Some of the entries that use the files. */
  readonly entries: readonly MediaUse[];
  /** The number of entries that use them; an entry that uses several files counts several times. */
  readonly total: number;
  /** Whether the uses of some files could not be found. */
  readonly isIncomplete: boolean;
}

/** Maximum number of entries that a question names. */
const maxNamed = 3;

async function findUses(items: readonly ListedMedia[]): Promise<FoundUses> {
  const pages = new Map<ListedMedia, Awaited<ReturnType<typeof listUses>>>();
  const { failed } = await runForEach(items, async (item) => {
    pages.set(item, await listUses(item.id, maxNamed));
  });
  const found = [...pages.values()];
  return {
    usedFiles: found.filter(({ total }) => total > 0).length,
    entries: found.flatMap((page) => page.items),
    total: found.reduce((sum, { total }) => sum + total, 0),
    isIncomplete: failed.length > 0,
  };
}

function textOfUses(items: readonly ListedMedia[], { usedFiles, entries, total, isIncomplete }: FoundUses): string {
  const unknown = isIncomplete ? [__('It is not known whether other entries use them.')] : [];
  if (total === 0)
    return unknown[0] ?? _n('No entry is known to use it.', 'No entry is known to use them.', items.length);
  const names = [...new Set(entries.map(({ title }) => titleOf({ title: { rendered: title } })))].slice(0, maxNamed);
  const used =
    items.length === 1
      ? /* translators: 1: number of entries, 2: titles of some of them. */
        sprintf(
          _n(
            'It is used in %1$d entry (%2$s), which will lack it.',
            'It is used in %1$d entries (%2$s), which will lack it.',
            total,
          ),
          total,
          names.join(', '),
        )
      : /* translators: 1: number of files, 2: titles of some entries. */
        sprintf(
          _n(
            '%1$d of them is used in entries (%2$s), which will lack it.',
            '%1$d of them are used in entries (%2$s), which will lack them.',
            usedFiles,
          ),
          usedFiles,
          names.join(', '),
        );
  return [used, ...unknown].join(' ');
}
