// The capabilities that the rules of content types and taxonomies ask for.

/** The capabilities that the rules of a type ask for (protocol.md §15, users-and-comments.md §1). */
export interface EntryRights {
  readonly edit: string;
  readonly editOthers: string;
  readonly editPublished: string;
  readonly editPrivate: string;
  readonly publish: string;
  /** Needed to read what is published where not anyone may; absent: the right to edit. */
  readonly read?: string;
  readonly readPrivate: string;
  readonly delete: string;
  readonly deleteOthers: string;
  readonly deletePublished: string;
  readonly deletePrivate: string;
  readonly create: string;
}

/** The rights of a type for which one capability allows everything: `rightsOfOne('edit_theme_options')`. */
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

/** The rights of a type whose capabilities follow the usual names: `rightsNamed('pages')` → edit_pages, delete_pages … */
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

/** Who may do what with the terms of a taxonomy (protocol.md §17). */
export interface TermRights {
  readonly manage: string;
  readonly edit: string;
  readonly delete: string;
  readonly assign: string;
}
