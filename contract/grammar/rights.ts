// Declares which capabilities the permissions of content types and taxonomies require.

/** The capabilities for actions on entries of a type (protocol.md §15, users-and-comments.md §1). */
export interface EntryRights {
  readonly edit: string;
  readonly editOthers: string;
  readonly editPublished: string;
  readonly editPrivate: string;
  readonly publish: string;
  /** The capability to read published entries that are not public; defaults to `edit`. */
  readonly read?: string;
  readonly readPrivate: string;
  readonly delete: string;
  readonly deleteOthers: string;
  readonly deletePublished: string;
  readonly deletePrivate: string;
  readonly create: string;
}

/** Returns the rights of a type for which a single capability allows all actions: `rightsOfOne('edit_theme_options')`. */
export const rightsOfOne = (right: string): EntryRights => ({
  edit: right,
  editOthers: right,
  editPublished: right,
  editPrivate: right,
  publish: right,
  readPrivate: right,
  delete: right,
  deleteOthers: right,
  deletePublished: right,
  deletePrivate: right,
  create: right,
});

/** Returns the rights of a type whose capabilities have conventional names: `rightsNamed('pages')` → edit_pages, delete_pages … */
export const rightsNamed = (plural: string): EntryRights => ({
  edit: `edit_${plural}`,
  editOthers: `edit_others_${plural}`,
  editPublished: `edit_published_${plural}`,
  editPrivate: `edit_private_${plural}`,
  publish: `publish_${plural}`,
  readPrivate: `read_private_${plural}`,
  delete: `delete_${plural}`,
  deleteOthers: `delete_others_${plural}`,
  deletePublished: `delete_published_${plural}`,
  deletePrivate: `delete_private_${plural}`,
  create: `edit_${plural}`,
});

/** The capabilities for actions on terms of a taxonomy (protocol.md §17). */
export interface TermRights {
  readonly manage: string;
  readonly edit: string;
  readonly delete: string;
  readonly assign: string;
}
