/** What is known of a menu beside its term. */
export interface MenusTable {
  term_id: number;
  /** 1: pages that are published at the top are added to it. */
  auto_add: number;
}

/** The menus shown at places of the theme. */
export interface MenuLocationsTable {
  name: string;
  term_id: number;
  /** The order in which they were assigned. */
  position: number;
}

/** What an item of a menu leads to; its title, texts, state and place are those of its entry. */
export interface MenuItemsTable {
  entry_id: number;
  type: string;
  /** The name of a content type or taxonomy; empty for addresses. */
  object: string;
  object_id: number;
  url: string;
  target: string;
  /** Words with blanks between them. */
  classes: string;
  xfn: string;
}
