// Declares the round trips of entries, media, menus, templates, fonts and terms.
import fc from 'fast-check';
import { toText } from '../../server/http/json-text.ts';
import { makeRequest } from '../../server/http/request.ts';
import { createImage } from '../media-site.ts';
import type { Draw } from './record.ts';
import type { Body, Subject } from './subject.ts';
import { bothSpellings, line, markup, namesLike } from './texts.ts';

const choose = (draw: Draw, names: readonly string[] = bothSpellings) => draw(fc.constantFrom(...names));

/** Returns a body in which the parameters are undefined, so that they are not sent. */
const undefinedOf = (...names: string[]): Body => Object.fromEntries(names.map((name) => [name, undefined]));

/** Paths of the properties with names of the contract that every entry has. */
const entryNames = ['type', 'class_list.*'];

/** Properties in which the round trip of a content type differs from that of others. */
interface EntryOptions {
  readonly hasFootnotes?: boolean;
  readonly names?: readonly string[];
  readonly more?: NonNullable<Subject['more']>;
  readonly wanted?: NonNullable<Subject['expected']>;
}

/** Returns the round trips of a content type and of its autosaves. */
function entries(
  base: string,
  { hasFootnotes = false, names = [], more = () => ({}), wanted: expected = (body) => body }: EntryOptions = {},
): Subject[] {
  const collection = `/cms/v2/${base}`;
  const fields: Subject['more'] = (draw, mount, values) => ({
    ...{ template: choose(draw), status: 'publish' },
    ...more(draw, mount, values),
  });
  return [
    {
      name: base,
      ...{ create: ['POST', collection], read: ['GET', `${collection}/<id>?context=edit`] },
      ...{ more: fields, expected, namedPaths: [...entryNames, ...names] },
    },
    {
      name: `autosaves of ${base}`,
      create: ['POST', `${collection}/<id>/autosaves`],
      read: ['GET', `${collection}/<id>/autosaves/<autosave>?context=edit`],
      resubmit: ['POST', `${collection}/<id>/autosaves`],
      prepare: async (site) => ({ id: (await site.create(collection, { title: 'Before', status: 'publish' })).id }),
      // An autosave stores only the submitted texts.
      more: (draw) => ({
        ...undefinedOf('slug', 'password', 'template', 'meta'),
        ...(hasFootnotes && { meta: { footnotes: draw(line) } }),
      }),
      bodyOf: ({ title, content, excerpt, meta }) => ({ title, content, excerpt, meta }),
      changedFields: ['date', 'date_gmt'],
      valuesOf: ({ id }) => ({ autosave: id }),
      ...{ namedPaths: [...entryNames, ...names], isRetained: true },
    },
  ];
}

const media = '/cms/v2/media';

/** Uploads a file as the body of a request. The fields of the media item are sent in the query. */
const sendFile: Subject['submit'] = async (site, mount, body) => {
  const flat = Object.entries(body).map(([name, value]) =>
    typeof value === 'object' ? [`${name}[raw]`, (value as { raw: string }).raw] : [name, String(value)],
  );
  const bytes = Buffer.from('text');
  const request = makeRequest('POST', `${mount.spelling.path(media)}?${new URLSearchParams(flat)}`, {
    headers: {
      authorization: site.authorizationOf('administrator') ?? '',
      ...{ 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) },
      'content-disposition': 'attachment; filename="a.txt"',
    },
    stream: (async function* () {
      yield bytes;
    })(),
  });
  const api = mount.spelling.isNative ? site.service : site.service.openCompatible();
  const { status, body: responseBody } = await api.dispatch(request);
  return { status, body: JSON.parse(toText(responseBody ?? '')) };
};

const mediaSubjects: Subject[] = [
  {
    name: 'media',
    ...{ create: ['POST', media], read: ['GET', `${media}/<id>?context=edit`], submit: sendFile },
    more: (draw) => ({ template: choose(draw), url: undefined }),
    namedPaths: entryNames,
  },
  {
    name: 'edited media',
    ...{ create: ['POST', `${media}/<id>/edit`], read: ['GET', `${media}/<edited>?context=edit`] },
    prepare: async (site) => {
      const { body } = await site.upload('administrator', 'a.png', await createImage(4, 4));
      return { id: body.id, src: body.source_url };
    },
    more: (_draw, _mount, { src }) => ({ src, modifiers: [{ type: 'rotate', args: { angle: 90 } }] }),
    valuesOf: ({ id }) => ({ edited: id }),
    isOmittedFromCreate: true,
    expected: ({ src: _src, modifiers: _modifiers, ...texts }) => texts,
    namedPaths: entryNames,
  },
];

const items = '/cms/v2/menu-items';
const classes = namesLike(/^\w+$/);
const relations = (draw: Draw) => ({ xfn: [choose(draw, classes)], classes: [choose(draw, classes)] });

const newMenu: Subject['prepare'] = async (site) => ({
  menu: (await site.create('/cms/v2/menus', { name: `Menu ${crypto.randomUUID()}` })).id,
});

const menuSubjects: Subject[] = [
  {
    name: 'menu items',
    ...{ create: ['POST', items], read: ['GET', `${items}/<id>?context=edit`], prepare: newMenu },
    more: (draw, _mount, { menu }) => ({
      ...{ status: 'publish', menus: menu, ...relations(draw) },
      // The object of a custom link is fixed.
      object: undefined,
    }),
  },
  {
    name: 'menu items that lead to entries',
    ...{ create: ['POST', items], read: ['GET', `${items}/<id>?context=edit`] },
    prepare: async (site, draw) => {
      const block = await site.create('/cms/v2/blocks', { title: draw(line), content: 'A block', status: 'publish' });
      return { ...(await newMenu(site, draw)), block: block.id };
    },
    more: (draw, { name }, { menu, block }) => ({
      ...{ status: 'publish', menus: menu, ...relations(draw) },
      ...{ type: 'post_type', object: name('cms_block'), object_id: block },
      url: undefined,
    }),
    namedPaths: ['object'],
  },
  {
    name: 'autosaves of menu items',
    create: ['POST', `${items}/<id>/autosaves`],
    read: ['GET', `${items}/<id>/autosaves/<autosave>?context=edit`],
    resubmit: ['POST', `${items}/<id>/autosaves`],
    prepare: async (site, draw) => {
      const { menu } = await newMenu(site, draw);
      const item = { title: 'Before', url: 'https://site.test/', menus: menu, status: 'publish' };
      return { id: (await site.create(items, item)).id };
    },
    more: (draw) => ({
      title: draw(line),
      ...undefinedOf('attr_title', 'object', 'classes', 'description', 'url', 'xfn'),
    }),
    valuesOf: ({ id }) => ({ autosave: id }),
    bodyOf: ({ title, meta }) => ({ title, meta }),
    changedFields: ['date', 'date_gmt'],
    isRetained: true,
  },
  {
    name: 'menus',
    ...{ create: ['POST', '/cms/v2/menus'], read: ['GET', '/cms/v2/menus/<id>?context=edit'] },
    more: (draw) => ({ locations: [choose(draw)] }),
    namedPaths: ['taxonomy'],
  },
];

/** Returns the round trips of templates or template parts. Their slugs are names of the contract. */
function templates(base: string, more: Subject['more'] = () => ({})): Subject[] {
  const collection = `/cms/v2/${base}`;
  const slug = (draw: Draw) => choose(draw, namesLike(/^[a-z_]+$/));
  const fields: Subject['more'] = (draw, mount, values) => ({
    ...{ slug: slug(draw), theme: 'quarto', content: draw(markup), title: draw(line) },
    type: undefined,
    ...more(draw, mount, values),
  });
  const namedPaths = ['type', 'cms_id', 'is_cms_suggestion'];
  return [
    {
      name: base,
      ...{ create: ['POST', collection], read: ['GET', `${collection}/<id>?context=edit`] },
      ...{ more: (...args) => ({ ...fields(...args), source: undefined }), namedPaths },
    },
    {
      name: `autosaves of ${base}`,
      create: ['POST', `${collection}/<id>/autosaves`],
      read: ['GET', `${collection}/<id>/autosaves/<autosave>?context=edit`],
      resubmit: ['POST', `${collection}/<id>/autosaves`],
      prepare: async (site, draw) => {
        const template = { slug: slug(draw), content: 'Before', theme: 'quarto' };
        return { id: (await site.create(collection, template)).id };
      },
      more: (draw) => ({
        content: draw(markup),
        title: draw(line),
        ...undefinedOf('slug', 'theme', 'type', 'parent', 'area'),
      }),
      bodyOf: ({ title, content, excerpt }) => ({ title, content, excerpt }),
      changedFields: ['date'],
      valuesOf: (made) => ({ autosave: made.cms_id ?? made.wp_id }),
      remove: `${collection}/<id>`,
      namedPaths,
    },
  ];
}

const styles: Subject = {
  name: 'global styles',
  create: ['POST', '/cms/v2/global-styles/<id>'],
  read: ['GET', '/cms/v2/global-styles/<id>?context=edit'],
  prepare: async (site) => {
    const { body } = await site.request('administrator', 'GET', '/cms/v2/themes/quarto?context=edit');
    return { id: /\d+$/.exec(body._links['cms:user-global-styles'][0].href)?.[0] ?? '' };
  },
  more: (draw) => ({
    title: draw(line),
    settings: { custom: { [choose(draw)]: draw(line), more: { [choose(draw)]: draw(line) } } },
    styles: { css: `.${choose(draw)} { content: "${choose(draw)}"; }`, color: { text: draw(line) } },
  }),
  isRetained: true,
};

const families = '/cms/v2/font-families';
const asObject =
  (field: string) =>
  (body: Body): Body => ({ [field]: JSON.parse(String(body[field])) });

const fontSubjects: Subject[] = [
  {
    name: 'font families',
    ...{ create: ['POST', families], read: ['GET', `${families}/<id>?context=edit`] },
    more: (draw) => ({
      font_family_settings: JSON.stringify({
        ...{ name: draw(line), slug: choose(draw), fontFamily: draw(line) },
        preview: `http://site.test/${choose(draw)}.svg`,
      }),
    }),
    expected: asObject('font_family_settings'),
    // The slug cannot be changed, so it is not submitted again.
    bodyOf: ({ font_family_settings: { slug: _slug, ...settings }, ...record }) => ({
      ...record,
      font_family_settings: JSON.stringify(settings),
    }),
  },
  {
    name: 'font faces',
    create: ['POST', `${families}/<font_family_id>/font-faces`],
    read: ['GET', `${families}/<font_family_id>/font-faces/<id>?context=edit`],
    // A font face cannot be updated, so it is deleted and created again.
    resubmit: ['POST', `${families}/<font_family_id>/font-faces`],
    prepare: async (site) => {
      const settings = { name: 'Sans', slug: `sans-${crypto.randomUUID()}`, fontFamily: 'Sans' };
      return { font_family_id: (await site.create(families, { font_family_settings: JSON.stringify(settings) })).id };
    },
    more: (draw) => ({
      font_face_settings: JSON.stringify({
        ...{ fontFamily: draw(line), fontStyle: draw(line), unicodeRange: draw(line), sizeAdjust: draw(line) },
        src: `http://site.test/${choose(draw)}.woff2`,
      }),
    }),
    expected: asObject('font_face_settings'),
    bodyOf: ({ font_face_settings: settings }) => ({ font_face_settings: JSON.stringify(settings) }),
    isReplaced: true,
  },
];

const terms = (base: string): Subject => ({
  name: base,
  ...{ create: ['POST', `/cms/v2/${base}`], read: ['GET', `/cms/v2/${base}/<id>?context=edit`] },
  namedPaths: ['taxonomy', 'link'],
});

const fieldOfForm = (draw: Draw) => ({
  ...{ name: choose(draw, namesLike(/^[a-z][a-z0-9_]*$/)), kind: 'text', label: draw(line), help: draw(line) },
});

export const contentSubjects: readonly Subject[] = [
  ...entries('posts', { hasFootnotes: true }),
  ...entries('pages', { hasFootnotes: true }),
  ...entries('recipes'),
  ...entries('navigation'),
  ...entries('blocks', {
    hasFootnotes: true,
    names: ['cms_pattern_sync_status', 'meta.cms_pattern_sync_status', 'cms_pattern_category'],
    more: (draw, { name }) => ({ meta: { [name('cms_pattern_sync_status')]: 'unsynced', footnotes: draw(line) } }),
    // In responses, the sync status of a pattern is not in `meta` but a top-level field.
    wanted: ({ meta: { footnotes }, ...body }) => ({ ...body, meta: { footnotes } }),
  }),
  ...entries('forms', {
    more: (draw) => ({
      meta: { fields: [fieldOfForm(draw)], confirmation: draw(line), notify: ['akismet@site.test'] },
    }),
  }),
  ...mediaSubjects,
  ...menuSubjects,
  ...templates('templates'),
  ...templates('template-parts', () => ({ area: 'header' })),
  styles,
  ...fontSubjects,
  ...['categories', 'tags', 'courses', 'cms_pattern_category'].map(terms),
];
