// Declares the types of the preview operations: the targets that they receive, and the rows that they return.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { PreviewEndpoints } from '../../../contract/octavo-v1/previews.ts';
import type { Operations } from '../../http/implement.ts';
import type { PreviewRow } from '../entries/previews-store.ts';
import type { EntryRow } from '../entries/rows.ts';

/** An entry with a page, and its content type. */
export interface EntryWithPage {
  readonly row: EntryRow;
  readonly type: ContentType;
}

/** A preview and its entry. */
export interface PreviewWithEntry {
  readonly preview: PreviewRow;
  readonly entry: EntryWithPage;
}

/** The targets of the permissions. */
export type PreviewTargets = {
  'list-previews': EntryWithPage;
  'create-preview': EntryWithPage;
  'delete-preview': PreviewWithEntry;
};

/** The operations, keyed by their names in the contract. */
export type PreviewOperations = Operations<PreviewEndpoints, PreviewTargets, PreviewWithEntry>;
