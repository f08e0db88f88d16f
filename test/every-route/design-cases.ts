// Declares the permission cases of templates, styles, themes, menus and fonts (templates-and-styles.md §1, §8;
// terms-menus-and-blocks.md §2).
import type { MediaSite } from '../media-site.ts';
import { administrators, type Case, creating, type Fixture, next, writers } from './cases.ts';

const template =
  (base: string): Fixture =>
  async (site) => {
    const { id, cms_id } = await site.create(`/cms/v2/${base}`, { slug: `t-${next()}`, content: 'hushed' });
    return { id, parent: id, number: cms_id };
  };

const changedTemplate =
  (base: string): Fixture =>
  async (site, owner) => {
    const { id } = await template(base)(site, owner);
    const { body } = await site.request('administrator', 'POST', `/cms/v2/${base}/${id}`, {
      content: `hushed ${next()}`,
    });
    return { parent: String(id), id: body._links['predecessor-version'][0].id };
  };

const templateAutosave =
  (base: string): Fixture =>
  async (site, owner) => {
    const { id } = await template(base)(site, owner);
    const autosave = await site.request('administrator', 'POST', `/cms/v2/${base}/${id}/autosaves`, {
      content: 'hushed kept',
    });
    return { parent: String(id), id: autosave.body.cms_id };
  };

function templateCases(name: string): Case[] {
  const base = `/cms/v2/${name}`;
  const code = 'rest_cannot_manage_templates';
  const about = { description: 'a stored one', fixture: template(name) };
  const changed = { description: 'a stored one', fixture: changedTemplate(name), statuses: administrators };
  const autosave = { description: 'a stored one', fixture: templateAutosave(name), statuses: administrators };
  const slug = () => ({ slug: `t-${next()}`, content: 'hushed' });
  return [
    { route: `GET ${base}`, ...about, statuses: writers, code },
    { route: `GET ${base}`, ...about, query: 'context=edit', statuses: writers, code },
    { route: `POST ${base}`, description: 'one', json: slug, statuses: creating(administrators), code },
    { route: `GET ${base}/lookup`, ...about, query: 'slug=index', statuses: writers, code },
    { route: `GET ${base}/<id>`, ...about, statuses: writers, code },
    {
      ...{ route: `POST,PUT,PATCH ${base}/<id>`, ...about, json: { content: 'hushed' } },
      ...{ statuses: administrators, code },
    },
    { route: `DELETE ${base}/<id>`, ...about, query: 'force=true', statuses: administrators, code },
    { route: `GET ${base}/<parent>/revisions`, ...changed, code: 'rest_cannot_read' },
    { route: `GET ${base}/<parent>/revisions/<id>`, ...changed, code: 'rest_cannot_read' },
    { route: `DELETE ${base}/<parent>/revisions/<id>`, ...changed, query: 'force=true', code: 'rest_cannot_delete' },
    { route: `GET ${base}/<id>/autosaves`, ...about, statuses: administrators, code: 'rest_cannot_read' },
    { route: `POST ${base}/<id>/autosaves`, ...about, json: { content: 'hushed' }, statuses: administrators, code },
    { route: `GET ${base}/<parent>/autosaves/<id>`, ...autosave, code: 'rest_cannot_read' },
  ];
}

/** Returns the IDs of the site's global styles. */
export const styles: Fixture = async (site) => {
  const { body } = await site.request('administrator', 'GET', '/cms/v2/themes/quarto?context=edit');
  const id = /\d+$/.exec(body._links['cms:user-global-styles'][0].href)?.[0] ?? '';
  return { id, parent: id, stylesheet: 'quarto' };
};
const changedStyles: Fixture = async (site, owner) => {
  const { parent } = await styles(site, owner);
  const path = `/cms/v2/global-styles/${parent}`;
  await site.request('administrator', 'POST', path, { styles: { spacing: { blockGap: `${next()}px` } } });
  const { body } = await site.request('administrator', 'GET', `${path}/revisions`);
  return { parent: String(parent), id: body[0].id };
};
const ofStyles = { description: "the site's", fixture: styles };
const ofTheme = { description: 'the active theme', fixture: styles, statuses: writers };
const global = '/cms/v2/global-styles';
const gap = () => ({ styles: { spacing: { blockGap: `${next()}px` } } });

const styleCases: Case[] = [
  { route: `GET ${global}/<id>`, ...ofStyles, statuses: writers, code: 'rest_cannot_view' },
  {
    ...{ route: `GET ${global}/<id>`, ...ofStyles, query: 'context=edit' },
    ...{ statuses: administrators, code: 'rest_forbidden_context' },
  },
  {
    ...{ route: `POST,PUT,PATCH ${global}/<id>`, ...ofStyles, json: gap },
    ...{ statuses: administrators, code: 'rest_cannot_edit' },
  },
  {
    ...{ route: `GET ${global}/<parent>/revisions`, description: "the site's", fixture: changedStyles },
    ...{ statuses: administrators, code: 'rest_cannot_read' },
  },
  {
    ...{ route: `GET ${global}/<parent>/revisions/<id>`, description: "the site's", fixture: changedStyles },
    ...{ statuses: administrators, code: 'rest_cannot_read' },
  },
  { route: `GET ${global}/themes/<stylesheet>`, ...ofTheme, code: 'rest_cannot_read_global_styles' },
  { route: `GET ${global}/themes/<stylesheet>/variations`, ...ofTheme, code: 'rest_cannot_read_global_styles' },
  { route: 'GET /cms/v2/themes', description: 'all', statuses: administrators, code: 'rest_cannot_view_themes' },
  {
    ...{ route: 'GET /cms/v2/themes', description: 'the active one', query: 'status=active' },
    ...{ statuses: writers, code: 'rest_cannot_view_active_theme' },
  },
  { route: 'GET /cms/v2/themes/<stylesheet>', ...ofTheme, code: 'rest_cannot_view_active_theme' },
];

const menu: Fixture = async (site) => {
  const { id } = await site.create('/cms/v2/menus', { name: `hushed ${next()}` });
  return { id, location: 'header' };
};
const newName = () => ({ name: `hushed ${next()}` });
const menus = '/cms/v2/menus';
const ofMenu = { description: 'a menu', fixture: menu };

const menuCases: Case[] = [
  { route: `GET ${menus}`, ...ofMenu, statuses: writers, code: 'rest_cannot_view' },
  {
    ...{ route: `GET ${menus}`, ...ofMenu, query: 'context=edit' },
    ...{ statuses: administrators, code: 'rest_forbidden_context' },
  },
  {
    route: `POST ${menus}`,
    description: 'a menu',
    json: newName,
    statuses: creating(administrators),
    code: 'rest_cannot_create',
  },
  { route: `GET ${menus}/<id>`, ...ofMenu, statuses: writers, code: 'rest_cannot_view' },
  {
    ...{ route: `POST,PUT,PATCH ${menus}/<id>`, ...ofMenu, json: newName },
    ...{ statuses: administrators, code: 'rest_cannot_update' },
  },
  {
    ...{ route: `DELETE ${menus}/<id>`, ...ofMenu, query: 'force=true' },
    ...{ statuses: administrators, code: 'rest_cannot_delete' },
  },
  { route: 'GET /cms/v2/menu-locations', description: 'all', statuses: administrators, code: 'rest_cannot_view' },
  {
    ...{ route: 'GET /cms/v2/menu-locations/<location>', description: 'one', fixture: menu },
    ...{ statuses: administrators, code: 'rest_cannot_view' },
  },
  {
    ...{ route: 'GET /cms-block-editor/v1/navigation-fallback', description: "the site's" },
    ...{ statuses: administrators, code: 'rest_cannot_create' },
  },
];

const families = '/cms/v2/font-families';
const familySettings = () => ({
  font_family_settings: JSON.stringify({ name: 'hushed', slug: `hushed-${next()}`, fontFamily: 'Hushed' }),
});
const faceSettings = () => ({
  font_face_settings: JSON.stringify({ fontFamily: `hushed ${next()}`, src: 'http://site.test/fonts/box.woff2' }),
});
export const family: Fixture = async (site) => {
  const { id } = await site.create(families, familySettings());
  return { id, font_family_id: id };
};
export const face: Fixture = async (site, owner) => {
  const { font_family_id } = await family(site, owner);
  const { id } = await site.create(`${families}/${font_family_id}/font-faces`, faceSettings());
  return { id, font_family_id: font_family_id ?? 0 };
};
const faces = `${families}/<font_family_id>/font-faces`;
const ofFamily = { description: 'a family', fixture: family };
const ofFace = { description: 'a face', fixture: face };
const reading = { statuses: administrators, code: 'rest_cannot_read' };

const fontCases: Case[] = [
  { route: `GET ${families}`, ...ofFamily, ...reading },
  {
    ...{ route: `POST ${families}`, description: 'a family', json: familySettings },
    ...{ statuses: creating(administrators), code: 'rest_cannot_create' },
  },
  { route: `GET ${families}/<id>`, ...ofFamily, ...reading },
  {
    ...{ route: `POST,PUT,PATCH ${families}/<id>`, ...ofFamily, json: { font_family_settings: '{"name":"hushed"}' } },
    ...{ statuses: administrators, code: 'rest_cannot_edit' },
  },
  {
    ...{ route: `DELETE ${families}/<id>`, ...ofFamily, query: 'force=true' },
    ...{ statuses: administrators, code: 'rest_cannot_delete' },
  },
  { route: `GET ${faces}`, ...ofFace, ...reading },
  {
    ...{ route: `POST ${faces}`, ...ofFamily, json: faceSettings },
    ...{ statuses: creating(administrators), code: 'rest_cannot_create' },
  },
  { route: `GET ${faces}/<id>`, ...ofFace, ...reading },
  {
    ...{ route: `DELETE ${faces}/<id>`, ...ofFace, query: 'force=true' },
    ...{ statuses: administrators, code: 'rest_cannot_delete' },
  },
  { route: 'GET /cms/v2/font-collections', description: 'all', ...reading },
  {
    route: 'GET /cms/v2/font-collections/<slug>',
    description: 'a missing one',
    fixture: async () => ({ slug: 'none' }),
    statuses: [401, 403, 403, 403, 403, 404],
    code: 'rest_cannot_read',
  },
];

/** All cases of templates, styles, themes, menus and fonts. */
export const designCases: Case[] = [
  ...templateCases('templates'),
  ...templateCases('template-parts'),
  ...styleCases,
  ...menuCases,
  ...fontCases,
];

/** Adds a record of each type to a site. */
export async function addDesigns(site: MediaSite): Promise<void> {
  for (const base of ['templates', 'template-parts']) await changedTemplate(base)(site, 'administrator');
  await changedStyles(site, 'administrator');
  await menu(site, 'administrator');
  await face(site, 'administrator');
}
