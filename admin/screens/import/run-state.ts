// Describes runs for people.

import { __, sprintf } from '@wordpress/i18n';
import type { ImportRun, SiteImport } from '../../data/resources/imports.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatNumber } from '../../ui/format-number.ts';

/** Whether a dry run or an import of the file is in progress. */
export const isRunning = ({ dry_run, run }: SiteImport): boolean =>
  dry_run?.state === 'running' || run?.state === 'running';

/** Returns the text about the phase of a run. */
export function describePhase({ phase, done, total }: ImportRun): string {
  switch (phase) {
    case 'copying':
      return __('Copying the site for the check…');
    case 'reading':
      return sprintf(
        /* translators: 1: size that was read. 2: size of the file. */
        __('Reading the file: %1$s of %2$s'),
        formatBytes(done),
        formatBytes(total),
      );
    case 'importing':
      return sprintf(
        /* translators: 1: number of records that were imported. 2: number of records in the file. */
        __('Importing: %1$s of %2$s records'),
        formatNumber(done),
        formatNumber(total),
      );
    case 'linking':
      return __('Connecting entries, images and menus with each other…');
    case 'downloading':
      if (total === 0) return __('Downloading files…');
      return sprintf(
        /* translators: 1: number of downloaded files. 2: number of all files. */
        __('Downloading files: %1$s of %2$s'),
        formatNumber(done),
        formatNumber(total),
      );
    case 'finishing':
      return __('Finishing…');
  }
}
