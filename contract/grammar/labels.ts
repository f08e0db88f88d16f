// The words that user interfaces need for a content type or taxonomy, made of what it is called (protocol.md §15, §17).

/** What people call one and many, in small letters. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** Each word with a capital: "pattern category" → "Pattern Category". */
const headline = (text: string): string => text.replace(/(?<![^\s-])\p{Ll}/gu, (letter) => letter.toUpperCase());

/** The words for a content type. */
export function typeLabels(noun: Noun, hierarchical: boolean): Record<string, string | null> {
  const one = headline(noun.one);
  const many = headline(noun.many);
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
    not_found: `There are no ${noun.many}.`,
    not_found_in_trash: `There are no ${noun.many} in the trash.`,
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
    items_list_navigation: `Pages of the list of ${noun.many}`,
    items_list: `List of ${noun.many}`,
    item_published: `The ${noun.one} is published.`,
    item_published_privately: `The ${noun.one} is published privately.`,
    item_reverted_to_draft: `The ${noun.one} is a draft again.`,
    item_trashed: `The ${noun.one} is in the trash.`,
    item_scheduled: `The ${noun.one} is scheduled.`,
    item_updated: `The ${noun.one} is saved.`,
    item_link: `${one} Link`,
    item_link_description: `A link to a ${noun.one}.`,
    menu_name: many,
    name_admin_bar: one,
    template_name: `Single item: ${one}`,
  };
}

/** The words for a taxonomy; what only trees or only flat taxonomies need is null for the others. */
export function taxonomyLabels(noun: Noun, hierarchical: boolean): Record<string, string | null> {
  const one = headline(noun.one);
  const many = headline(noun.many);
  const ofTree = (text: string) => (hierarchical ? text : null);
  const ofFlat = (text: string) => (hierarchical ? null : text);
  return {
    name: many,
    singular_name: one,
    search_items: `Search ${many}`,
    popular_items: ofFlat(`Popular ${many}`),
    all_items: `All ${many}`,
    parent_item: ofTree(`Parent ${one}`),
    parent_item_colon: ofTree(`Parent ${one}:`),
    name_field_description: 'The name as it is shown on the site.',
    slug_field_description: 'The name in addresses: small letters, digits and hyphens.',
    parent_field_description: ofTree(`The ${noun.one} that this one belongs to.`),
    desc_field_description: 'Whether the description is shown depends on the theme.',
    edit_item: `Edit ${one}`,
    view_item: `View ${one}`,
    update_item: `Update ${one}`,
    add_new_item: `Add ${one}`,
    new_item_name: `New ${one} Name`,
    separate_items_with_commas: ofFlat(`Separate ${noun.many} with commas`),
    add_or_remove_items: ofFlat(`Add or remove ${noun.many}`),
    choose_from_most_used: ofFlat(`Choose from the most used ${noun.many}`),
    not_found: `There are no ${noun.many}.`,
    no_terms: `No ${noun.many}`,
    filter_by_item: ofTree(`Filter by ${noun.one}`),
    items_list_navigation: `Pages of the list of ${noun.many}`,
    items_list: `List of ${noun.many}`,
    most_used: 'Most Used',
    back_to_items: `To ${noun.many}`,
    item_link: `${one} Link`,
    item_link_description: `A link to a ${noun.one}.`,
    menu_name: many,
    name_admin_bar: one,
    archives: `All ${many}`,
    template_name: `${one} Archives`,
  };
}
