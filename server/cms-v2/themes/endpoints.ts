// Implements the endpoints of themes (protocol.md §20).
import { type ThemeEndpoints, type themeFields, themesModule } from '../../../contract/cms-v2/themes.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import type { Call, Module, PermissionError, Presenter } from '../../http/module.ts';
import { partAreas, standardTemplates } from '../../theme/standard-templates.ts';
import type { Theme } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findGlobalStylesId } from '../global-styles/store.ts';
import { isWriter } from '../users/conditions.ts';

/** The active theme, with the ID of its global styles record; 0 if there is none. */
interface ActiveTheme extends Theme {
  readonly globalStyles: number;
}

/** Returns the active theme with the ID of its global styles record. */
const getActiveTheme = async ({ site: { theme }, database }: EntryDeps): Promise<ActiveTheme> => ({
  ...theme,
  globalStyles: (await findGlobalStylesId(database.read, theme.name)) ?? 0,
});

const viewThemesError: PermissionError = {
  code: 'rest_cannot_view_themes',
  message: 'You are not allowed to view themes.',
};
const viewActiveError: PermissionError = {
  code: 'rest_cannot_view_active_theme',
  message: 'You are not allowed to view the active theme.',
};

/**
 * Returns the permissions of themes, keyed by their names in the contract. Users with `switch_themes` may view all themes;
 * users who may edit entries of any type may view the active theme, and list themes with the status `active`.
 */
function defineThemePermissions({ contract, site: { theme } }: EntryDeps): Permissions<ThemeEndpoints, object> {
  const permit = (call: Pick<Call, 'actor'>, isActive: boolean) => {
    if (call.actor.can('switch_themes')) return undefined;
    if (!isActive) return viewThemesError;
    return isWriter(call.actor, contract) ? undefined : viewActiveError;
  };
  return {
    'list-themes': { permit: (call) => permit(call, call.args.status?.join() === 'active') },
    // For self links, `path` is empty and the theme is the active one.
    'read-theme': { permit: (call) => permit(call, (call.path.stylesheet ?? theme.name) === theme.name) },
  };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
const rawAndRendered = (text: string) => ({ raw: text, rendered: escapeHtml(text) });

/** Features that the service supports for every theme. */
const themeSupports = {
  'automatic-feed-links': false,
  'block-templates': true,
  'block-template-parts': true,
  'editor-styles': false,
  formats: ['standard'],
  'post-thumbnails': true,
  'responsive-embeds': true,
  'title-tag': true,
};

const themePresenter: Presenter<typeof themeFields, ActiveTheme, undefined> = {
  prepare: async () => undefined,
  fields: {
    stylesheet: ({ name }) => name,
    template: ({ name }) => name,
    author: ({ author }) => rawAndRendered(author),
    author_uri: ({ authorUri }) => rawAndRendered(authorUri),
    description: ({ description }) => rawAndRendered(description),
    is_block_theme: () => true,
    name: ({ title }) => rawAndRendered(title),
    screenshot: () => '',
    tags: ({ tags }) => ({ raw: tags, rendered: escapeHtml(tags.join(', ')) }),
    textdomain: ({ name }) => name,
    theme_supports: () => themeSupports,
    theme_uri: ({ themeUri }) => rawAndRendered(themeUri),
    version: ({ version }) => version,
    status: () => 'active',
    default_template_types: () => [...standardTemplates].map(([slug, texts]) => ({ slug, ...texts })),
    default_template_part_areas: () => partAreas,
  },
  facts: ({ name, globalStyles }, _prepared, { actor }) => ({
    stylesheet: name,
    global_styles: globalStyles,
    may_export: actor.can('export'),
  }),
};

/** Returns the module of themes. */
export function themesEndpoints(deps: EntryDeps): Module {
  return implement(themesModule, {
    permissions: defineThemePermissions(deps),
    operations: {
      // GET /cms/v2/themes: lists the active theme, which is the only theme of a site.
      /** Responds with the active theme if `active` is among the requested statuses, or if no status is requested. */
      'list-themes': {
        async run({ args: { status = [] } }) {
          const rows = status.length === 0 || status.includes('active') ? [await getActiveTheme(deps)] : [];
          return { kind: 'list', rows, page: { total: rows.length, perPage: Math.max(1, rows.length), page: 1 } };
        },
      },

      // GET /cms/v2/themes/<stylesheet>: returns a theme.
      /** Responds with the active theme. Throws ApiError 404 `rest_theme_not_found` for other themes. */
      'get-theme': {
        async run({ path }) {
          if (path.stylesheet !== deps.site.theme.name)
            throw new ApiError('rest_theme_not_found', 404, 'No theme with this name.');
          return { kind: 'record', row: await getActiveTheme(deps) };
        },
      },
    },
    presenter: themePresenter,
  });
}
