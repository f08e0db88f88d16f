// Tests that custom extensions cannot use names of the contract, in either spelling, and that built-in extensions can.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Endpoint } from '../../contract/grammar/route.ts';
import { type Extension, Type } from '../extensions/interface.ts';
import { chooseExtensions } from './choose-extensions.ts';
import { readSiteConfig } from './site-config.ts';

const shop = (more: Partial<Extension>): Extension => ({
  ...{ name: 'shop', version: '1.0.0', title: 'The shop', description: '', namespace: 'shop/v1', resources: [] },
  open: () => ({ modules: [] }),
  ...more,
});

const text = Type.String();

/** Returns a custom extension with one route. */
const serving = (route: string, endpoint: Partial<Endpoint> = {}, title = 'goods', fields = {}): Extension =>
  shop({
    resources: [
      {
        ...{ title, namespace: 'shop/v1', module: { name: 'shop' }, links: [], fields },
        routes: [
          {
            ...{ path: `/shop/v1/${route}`, parameters: {} },
            endpoints: [{ methods: ['GET'], operation: 'get', permission: 'everyone', parameters: {}, ...endpoint }],
          },
        ],
      },
    ],
  });

const reserved: readonly (readonly [what: string, extension: Extension, message: RegExp])[] = [
  ['extension name', shop({ name: 'akismet' }), /^the extension cannot be named akismet: .*; choose another one$/],
  [
    'extension name in the native spelling',
    shop({ name: 'spamfilter' }),
    /^the extension cannot be named spamfilter: .* \(spamfilter; at \/wp-json akismet\);/,
  ],
  ['namespace', shop({ namespace: 'wp/v2' }), /^the namespace of the extension shop cannot be named wp\/v2:/],
  ['prefix of a namespace', shop({ namespace: 'wp/v2/shop' }), /^the namespace .* cannot be named wp\/v2:/],
  ['segment of a namespace', shop({ namespace: 'akismet/v9' }), /^the namespace .* cannot be named akismet:/],
  ['setting', shop({ settings: { wp_id: Type.String({ default: '' }) } }), /^the field wp_id of the settings/],
  [
    'property of a setting',
    shop({ settings: { card: Type.Object({ wp_id: text }, { default: {} }) } }),
    /^the field card.wp_id of the settings of the extension shop/,
  ],
  ['resource', serving('a', {}, 'goods-akismet'), /^the resource goods-akismet .* cannot be named akismet:/],
  ['field', serving('a', {}, 'goods', { cms_id: text }), /^the field cms_id of the resource goods of the extension/],
  ['segment of a route', serving('wp_block'), /^a segment of the route \/shop\/v1\/wp_block .* named wp_block:/],
  ['path parameter', serving('a/<wp_id>'), /^a parameter of the route \/shop\/v1\/a\/<wp_id> .* named wp_id:/],
  ['parameter', serving('a', { parameters: { _wpnonce: text } }), /^the field _wpnonce of the route \/shop\/v1\/a/],
  [
    'property of a response',
    serving('a', { response: Type.Object({ list: Type.Array(Type.Object({ wp_theme: text })) }) }),
    /^the field list.wp_theme of the response of the route/,
  ],
];

describe('names of custom extensions', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-names-'));
  });
  after(() => rm(folder, { recursive: true }));

  for (const [what, extension, message] of reserved)
    it(`rejects a reserved name: ${what}`, () => assert.rejects(chooseExtensions([extension]), { message }));

  it('accepts names similar to reserved ones', async () => {
    const similarExtension = serving('wp_blocks/<wp_block_id>', { parameters: { wp_block_id: text } }, 'wp-blocks');
    assert.deepEqual(await chooseExtensions([similarExtension]), [similarExtension]);
  });

  it('accepts reserved names for built-in extensions', async () => {
    const [spamfilter] = await chooseExtensions(['spamfilter']);
    assert.equal(spamfilter?.name, 'spamfilter');
  });

  it('reports the configuration file that declares a reserved name', async () => {
    const file = path.join(folder, 'octavo.config.ts');
    const noun = "noun: { one: 'a', many: 'b' }";
    await writeFile(file, `export default { types: [{ name: 'wp_block', restBase: 'parts', ${noun} }] };`);
    await assert.rejects(readSiteConfig({ data: folder, config: undefined }), {
      message: `Invalid configuration file ${file}: the type cannot be named wp_block: the API already uses this name (cms_block; at /wp-json wp_block); choose another one.`,
    });
  });
});
