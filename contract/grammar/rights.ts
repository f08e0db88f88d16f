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

const rightsFrom = (capabilityOf: (action: string) => string): EntryRights => ({
  edit: capabilityOf('edit'),
  editOthers: capabilityOf('edit_others'),
  editPublished: capabilityOf('edit_published'),
  editPrivate: capabilityOf('edit_private'),
  publish: capabilityOf('publish'),
  readPrivate: capabilityOf('read_private'),
  delete: capabilityOf('delete'),
  deleteOthers: capabilityOf('delete_others'),
  deletePublished: capabilityOf('delete_published'),
  deletePrivate: capabilityOf('delete_private'),
  create: capabilityOf('edit'),
});

/** Returns the rights of a type for which a single capability allows all actions: `rightsOfOne('edit_theme_options')`. */
export const rightsOfOne = (right: string): EntryRights => rightsFrom(() => right);

/** Returns the rights of a type whose capabilities have conventional names: `rightsNamed('pages')` → edit_pages, delete_pages … */
export const rightsNamed = (plural: string): EntryRights => rightsFrom((action) => `${action}_${plural}`);

/** The capabilities for actions on terms of a taxonomy (protocol.md §17). */
export interface TermRights {
  readonly manage: string;
  readonly edit: string;
  readonly delete: string;
  readonly assign: string;
}
