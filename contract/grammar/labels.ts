// Generates the user interface labels of content types and taxonomies from their singular and plural names (protocol.md §15, §17).

/** Singular and plural names, in lower case. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** Capitalizes each word: "pattern category" → "Pattern Category". */
const titleCase = (text: string): string => text.replace(/(?<![^\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());

/** Returns the labels of a content type. */
export function typeLabels(noun: Noun, hierarchical: boolean): Record<string, string | null> {
  const one = titleCase(noun.one);
  const many = titleCase(noun.many);
  return {
    name: many,
    singular_name: one,
    add_new: `Add ${one}`,
    add_new_item: `Add ${one}`,
    edit_item: `Edit ${one}`,
    new_item: `New ${one}`,
    view_item: `View ${one}`,
    view_items: `View ${many}`,
    search_items: `Search ${many}`,
    not_found: `No ${noun.many} found.`,
    not_found_in_trash: `No ${noun.many} found in the trash.`,
    parent_item_colon: hierarchical ? `Parent ${one}:` : null,
    all_items: `All ${many}`,
    archives: `${one} Archives`,
    attributes: `${one} Attributes`,
    insert_into_item: `Insert into ${noun.one}`,
    uploaded_to_this_item: `Uploaded to this ${noun.one}`,
    featured_image: 'Featured image',
    set_featured_image: 'Set featured image',
    remove_featured_image: 'Remove featured image',
    use_featured_image: 'Use as featured image',
    filter_items_list: `Filter the list of ${noun.many}`,
    filter_by_date: 'Filter by date',
    items_list_navigation: `${many} list navigation`,
    items_list: `List of ${noun.many}`,
    item_published: `The ${noun.one} was published.`,
    item_published_privately: `The ${noun.one} was published privately.`,
    item_reverted_to_draft: `The ${noun.one} was reverted to draft.`,
    item_trashed: `The ${noun.one} was moved to the trash.`,
    item_scheduled: `The ${noun.one} was scheduled.`,
    item_updated: `The ${noun.one} was updated.`,
    item_link: `${one} Link`,
    item_link_description: `A link to a ${noun.one}.`,
    menu_name: many,
    name_admin_bar: one,
    template_name: `Single item: ${one}`,
  };
}

/** Returns the labels of a taxonomy. Labels that only hierarchical or only flat taxonomies need are null for the others. */
export function taxonomyLabels(noun: Noun, hierarchical: boolean): Record<string, string | null> {
  const one = titleCase(noun.one);
  const many = titleCase(noun.many);
  const ifHierarchical = (text: string) => (hierarchical ? text : null);
  const ifFlat = (text: string) => (hierarchical ? null : text);
  return {
    name: many,
    singular_name: one,
    search_items: `Search ${many}`,
    popular_items: ifFlat(`Popular ${many}`),
    all_items: `All ${many}`,
    parent_item: ifHierarchical(`Parent ${one}`),
    parent_item_colon: ifHierarchical(`Parent ${one}:`),
    name_field_description: 'The display name on the site.',
    slug_field_description: 'The name in URLs: lowercase letters, digits and hyphens.',
    parent_field_description: ifHierarchical(`The parent ${noun.one}.`),
    desc_field_description: 'Some themes display the description.',
    edit_item: `Edit ${one}`,
    view_item: `View ${one}`,
    update_item: `Update ${one}`,
    add_new_item: `Add ${one}`,
    new_item_name: `New ${one} Name`,
    separate_items_with_commas: ifFlat(`Separate ${noun.many} with commas`),
    add_or_remove_items: ifFlat(`Add or remove ${noun.many}`),
    choose_from_most_used: ifFlat(`Choose from the most used ${noun.many}`),
    not_found: `No ${noun.many} found.`,
    no_terms: `No ${noun.many}`,
    filter_by_item: ifHierarchical(`Filter by ${noun.one}`),
    items_list_navigation: `${many} list navigation`,
    items_list: `List of ${noun.many}`,
    most_used: 'Most Used',
    back_to_items: `Go to ${many}`,
    item_link: `${one} Link`,
    item_link_description: `A link to a ${noun.one}.`,
    menu_name: many,
    name_admin_bar: one,
    archives: `All ${many}`,
    template_name: `${one} Archives`,
  };
}
