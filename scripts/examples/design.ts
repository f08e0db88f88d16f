// Records the requests to templates, styles, themes, fonts, menus, blocks and widgets of the example site.
import type { Recorder } from './recorder.ts';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Records the routes of the design of the site. */
export async function recordDesign(recorder: Recorder): Promise<void> {
  await recordTemplates(recorder, 'templates');
  await recordTemplates(recorder, 'template-parts');
  await recordStyles(recorder);
  await recordFonts(recorder);
  await recordMenus(recorder);
  await recordBlocks(recorder);
  await recordWidgets(recorder);
}

async function recordTemplates(recorder: Recorder, base: string): Promise<void> {
  const path = `/cms/v2/${base}`;
  const json = { slug: 'voyage', title: 'Voyage', content: paragraph('A voyage') };
  const { id, cms_id, wp_id } = await recorder.record(`POST ${path}`, { json });
  const names = { id };
  await recorder.record(`POST ${path}/<id>`, { names, json: { content: paragraph('A voyage, with its map') } });
  await recorder.record(`GET ${path}`, {
    query: `${base === 'templates' ? '' : 'area=uncategorized&'}cms_id=${cms_id ?? wp_id}`,
  });
  await recorder.record(`GET ${path}/<id>`, { names });
  await recorder.record(`GET ${path}/lookup`, { query: 'slug=voyage' });
  const autosaved = await recorder.record(`POST ${path}/<id>/autosaves`, {
    ...{ names, json: { content: paragraph('A voyage and its crew') } },
  });
  await recorder.record(`GET ${path}/<id>/autosaves`, { names });
  const autosave = { parent: id, id: autosaved.cms_id ?? autosaved.wp_id };
  await recorder.record(`GET ${path}/<parent>/autosaves/<id>`, { names: autosave });
  const ofParent = { names: { parent: id } };
  const [revision] = await recorder.record(`GET ${path}/<parent>/revisions`, ofParent);
  const ofRevision = { names: { parent: id, id: revision.cms_id ?? revision.wp_id } };
  await recorder.record(`GET ${path}/<parent>/revisions/<id>`, ofRevision);
  await recorder.record(`DELETE ${path}/<parent>/revisions/<id>`, { ...ofRevision, query: 'force=true' });
  await recorder.record(`DELETE ${path}/<id>`, { names, query: 'force=true' });
}

async function recordStyles(recorder: Recorder): Promise<void> {
  const stylesheet = 'quarto';
  const theme = await recorder.record('GET /cms/v2/themes/<stylesheet>', { names: { stylesheet } });
  await recorder.record('GET /cms/v2/themes');
  const links = theme._links['cms:user-global-styles'] ?? theme._links['wp:user-global-styles'];
  const id = Number(/\d+$/.exec(links[0].href)?.[0]);
  const path = '/cms/v2/global-styles';
  const json = { title: 'Styles of the journal', styles: { spacing: { blockGap: '2rem' } } };
  await recorder.record(`POST ${path}/<id>`, { names: { id }, json });
  await recorder.send(`POST ${path}/<id>`, { names: { id }, json: { styles: { spacing: { blockGap: '1.5rem' } } } });
  await recorder.record(`GET ${path}/<id>`, { names: { id } });
  const [revision] = await recorder.record(`GET ${path}/<parent>/revisions`, { names: { parent: id } });
  await recorder.record(`GET ${path}/<parent>/revisions/<id>`, { names: { parent: id, id: revision.id } });
  await recorder.record(`GET ${path}/themes/<stylesheet>`, { names: { stylesheet } });
  await recorder.record(`GET ${path}/themes/<stylesheet>/variations`, { names: { stylesheet } });
}

async function recordFonts(recorder: Recorder): Promise<void> {
  const path = '/cms/v2/font-families';
  const family = { name: 'Harbor Serif', slug: 'harbor-serif', fontFamily: '"Harbor Serif", serif' };
  const { id } = await recorder.record(`POST ${path}`, { json: { font_family_settings: JSON.stringify(family) } });
  const names = { id };
  const renamed = { font_family_settings: JSON.stringify({ name: 'Harbor' }) };
  await recorder.record(`POST ${path}/<id>`, { names, json: renamed });
  const face = { fontFamily: 'Harbor Serif', fontWeight: '400', src: 'http://site.test/fonts/harbor.woff2' };
  const json = { font_face_settings: JSON.stringify(face) };
  const faces = `${path}/<font_family_id>/font-faces`;
  const { id: faceId } = await recorder.record(`POST ${faces}`, { names: { font_family_id: id }, json });
  const ofFace = { names: { font_family_id: id, id: faceId } };
  await recorder.record(`GET ${path}`);
  await recorder.record(`GET ${path}/<id>`, { names });
  await recorder.record(`GET ${faces}`, { names: { font_family_id: id } });
  await recorder.record(`GET ${faces}/<id>`, ofFace);
  await recorder.record(`DELETE ${faces}/<id>`, ofFace);
  await recorder.record(`DELETE ${path}/<id>`, { names });
  await recorder.record('GET /cms/v2/font-collections');
  await recorder.record('GET /cms/v2/font-collections/<slug>', { names: { slug: 'house' } });
}

async function recordMenus(recorder: Recorder): Promise<void> {
  const path = '/cms/v2/menus';
  const json = { name: 'Main menu', locations: ['header'] };
  const { id } = await recorder.record(`POST ${path}`, { json });
  await recorder.record(`POST ${path}/<id>`, { names: { id }, json: { description: 'Above every page.' } });
  const items = '/cms/v2/menu-items';
  const item = { menus: id, title: 'Tide tables', url: 'https://example.com/tides', status: 'publish' };
  const { id: itemId } = await recorder.record(`POST ${items}`, { json: item });
  const names = { id: itemId };
  await recorder.record(`POST ${items}/<id>`, { names, json: { title: 'Tides' } });
  await recorder.record(`GET ${items}`);
  await recorder.record(`GET ${items}/<id>`, { names });
  const autosave = { ...names, parent: itemId };
  const { id: autosaveId } = await recorder.record(`POST ${items}/<id>/autosaves`, {
    ...{ names, json: { title: 'Tides and currents' } },
  });
  await recorder.record(`GET ${items}/<id>/autosaves`, { names });
  await recorder.record(`GET ${items}/<parent>/autosaves/<id>`, { names: { ...autosave, id: autosaveId } });
  await recorder.record(`GET ${path}`);
  await recorder.record(`GET ${path}/<id>`, { names: { id } });
  await recorder.record('GET /cms/v2/menu-locations');
  await recorder.record('GET /cms/v2/menu-locations/<location>', { names: { location: 'header' } });
  await recorder.record('GET /cms-block-editor/v1/navigation-fallback');
  await recorder.record(`DELETE ${items}/<id>`, { names });
  await recorder.record(`DELETE ${path}/<id>`, { names: { id } });
}

async function recordBlocks(recorder: Recorder): Promise<void> {
  const names = { namespace: 'core', name: 'search', collection: 'core', slug: 'core' };
  const types = '/cms/v2/block-types';
  await recorder.record(`GET ${types}`);
  await recorder.record(`GET ${types}/<namespace>`, { names });
  await recorder.record(`GET ${types}/<namespace>/<name>`, { names });
  const renderer = '/cms/v2/block-renderer/<name>';
  const block = { name: 'core/latest-posts' };
  await recorder.record(`GET ${renderer}`, { names: block, query: 'context=edit' });
  await recorder.record(`POST ${renderer}`, {
    names: block,
    json: { context: 'edit', attributes: { postsToShow: 3 } },
  });
  await recorder.record('GET /cms/v2/block-patterns/patterns');
  await recorder.record('GET /cms/v2/block-patterns/categories');
  await recorder.record('GET /cms/v2/icons');
  await recorder.record('GET /cms/v2/icons/<collection>', { names });
  await recorder.record('GET /cms/v2/icons/<collection>/<name>', { names: { collection: 'core', name: 'plus' } });
  await recorder.record('GET /cms/v2/icon-collections');
  await recorder.record('GET /cms/v2/icon-collections/<slug>', { names });
  await recorder.record('GET /cms/v2/pattern-directory/patterns');
  await recorder.record('GET /cms/v2/block-directory/search', { query: 'term=slider' });
  await recorder.record('GET /cms-block-editor/v1/export');
  await recorder.record('GET /cms/v2/view-config', { query: 'kind=postType&name=post' });
}

/** Records the routes of widgets. Sites have none, because their themes consist of blocks. */
async function recordWidgets(recorder: Recorder): Promise<void> {
  const names = { id: 'text-1' };
  await recorder.record('GET /cms/v2/sidebars');
  await recorder.record('GET /cms/v2/widget-types');
  await recorder.record('GET /cms/v2/widgets');
  const json = { sidebar: 'sidebar-1' };
  for (const [route, body] of [
    ['GET /cms/v2/sidebars/<id>'],
    ['POST /cms/v2/sidebars/<id>', { widgets: [] }],
    ['GET /cms/v2/widget-types/<id>'],
    ['POST /cms/v2/widget-types/<id>/encode', {}],
    ['POST /cms/v2/widget-types/<id>/render', {}],
    ['POST /cms/v2/widgets', json],
    ['GET /cms/v2/widgets/<id>'],
    ['POST /cms/v2/widgets/<id>', json],
    ['DELETE /cms/v2/widgets/<id>'],
  ] as const)
    await recorder.recordFailure(route, { names, ...(body && { json: body }) });
}
