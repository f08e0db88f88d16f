/** Menu columns of a term. */
export interface MenusTable {
  term_id: number;
  /** 1 if new top-level pages are added when they are published. */
  auto_add: number;
}

/** Menus assigned to locations of the theme. */
export interface MenuLocationsTable {
  name: string;
  term_id: number;
  /** Order of assignment. */
  position: number;
}

/** Targets of menu items. Title, texts, status and position are columns of the entry. */
export interface MenuItemsTable {
  entry_id: number;
  type: string;
  /** Name of a content type or taxonomy; empty for URLs. */
  object: string;
  object_id: number;
  url: string;
  target: string;
  /** Class names, separated by spaces. */
  classes: string;
  xfn: string;
}
