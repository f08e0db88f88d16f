// Declares the types of the media operations: the targets that they receive, and the rows that they return.
import type { MediaEndpoints } from '../../../contract/cms-v2/media.ts';
import type { Operations } from '../../http/implement.ts';
import type { ArgsOf } from '../../http/module.ts';
import type { MediaRow, ParentEntry } from './rows.ts';

/** A media item, and the entry to which the request attaches it. */
export type MediaWithNewParent = MediaRow & { readonly newParent?: ParentEntry | undefined };

/** The targets of the permissions. */
export type MediaTargets = {
  'read-media': MediaRow;
  /** The entry to which the request attaches the new file. */
  'create-media': ParentEntry | undefined;
  'edit-media': MediaWithNewParent;
  /** The media item; undefined if the caller may not upload files. */
  'change-picture': MediaWithNewParent | undefined;
  'delete-media': MediaRow;
};

/** The operations, keyed by their names in the contract. */
export type MediaOperations = Operations<MediaEndpoints, MediaTargets, MediaRow>;

/** The arguments for updating a media item. */
export type MediaArgs = ArgsOf<MediaEndpoints['update-media']>;
