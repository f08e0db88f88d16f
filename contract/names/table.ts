// Lists the names that differ between the two mounts, each in the native and in the compatible spelling. It is the only mapping between
// the spellings (docs/names.md).

/** Complete names of types, taxonomies, fields, parameters, enum values, namespaces and extensions. */
export const names: readonly (readonly [native: string, compatible: string])[] = [
  ['cms/v2', 'wp/v2'],
  ['cms-site-health/v1', 'wp-site-health/v1'],
  ['cms-block-editor/v1', 'wp-block-editor/v1'],
  ['cms-abilities/v1', 'wp-abilities/v1'],
  ['cms_block', 'wp_block'],
  ['cms_font_face', 'wp_font_face'],
  ['cms_font_family', 'wp_font_family'],
  ['cms_global_styles', 'wp_global_styles'],
  ['cms_navigation', 'wp_navigation'],
  ['cms_template', 'wp_template'],
  ['cms_template_part', 'wp_template_part'],
  ['cms_template_part_area', 'wp_template_part_area'],
  ['cms_theme', 'wp_theme'],
  ['cms_pattern_category', 'wp_pattern_category'],
  ['cms_pattern_category_exclude', 'wp_pattern_category_exclude'],
  ['cms_pattern_sync_status', 'wp_pattern_sync_status'],
  ['_cms_note_status', '_wp_note_status'],
  ['cms_id', 'wp_id'],
  ['is_cms_suggestion', 'is_wp_suggestion'],
  ['_cmsnonce', '_wpnonce'],
  ['spamfilter', 'akismet'],
  ['spamfilter/v1', 'akismet/v1'],
  ['spamfilter_strictness', 'akismet_strictness'],
  ['spamfilter_show_user_comments_approved', 'akismet_show_user_comments_approved'],
  ['spamfilter_endpoint', 'akismet_endpoint'],
  ['spamfilter_threshold', 'akismet_threshold'],
];

/** The prefix of the headers that the service defines. */
export const headerPrefix = ['X-CMS-', 'X-WP-'] as const;

/** The prefix of the link relations that the service defines. */
export const relationPrefix = ['cms', 'wp'] as const;

/** The relation of the REST root; the compatible one is also the base URL of `curies`. */
export const rootRelation = ['cms:root', 'https://api.w.org/'] as const;

/** Fields of the sign-in form, with the names that existing tools use for them. */
export const screenFields: readonly (readonly [native: string, compatible: string])[] = [
  ['login', 'log'],
  ['password', 'pwd'],
  ['remember', 'rememberme'],
  ['next', 'redirect_to'],
];
