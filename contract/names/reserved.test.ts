// Tests that sites cannot declare names that the contract uses in either spelling.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ContractAdditions, makeContract } from '../contract.ts';
import type { DeclaredTaxonomy, DeclaredType } from '../grammar/content-type.ts';
import { Type } from '../grammar/schema.ts';
import { names } from './table.ts';

const recipe = (more: Partial<DeclaredType>): ContractAdditions => ({
  types: [{ name: 'recipe', restBase: 'recipes', noun: { one: 'recipe', many: 'recipes' }, ...more }],
});
const course = (more: Partial<DeclaredTaxonomy>): ContractAdditions => ({
  taxonomies: [
    { name: 'course', restBase: 'courses', noun: { one: 'course', many: 'courses' }, types: ['post'], ...more },
  ],
});

const text = Type.String({ default: '' });
const nested = Type.Object({ heading: text, wp_id: text });

const reserved: readonly (readonly [description: string, additions: ContractAdditions, message: RegExp])[] = [
  [
    'a type',
    recipe({ name: 'wp_block' }),
    /^the type cannot be named wp_block: .* \(cms_block; at \/wp-json wp_block\); choose another one$/,
  ],
  [
    'a type, in the native spelling',
    recipe({ name: 'cms_theme' }),
    /^the type cannot be named cms_theme: .* \(cms_theme; at \/wp-json wp_theme\);/,
  ],
  ['a REST base', recipe({ restBase: 'akismet' }), /^the REST base of the type recipe cannot be named akismet:/],
  ['a REST namespace', recipe({ restNamespace: 'wp/v2' }), /^the REST namespace of the type recipe .* wp\/v2:/],
  ['a meta field', recipe({ meta: { cms_id: text } }), /^the field cms_id of meta of the type recipe .* cms_id:/],
  [
    'a property of a meta field',
    recipe({ meta: { card: nested } }),
    /^the field card.wp_id of meta of the type recipe/,
  ],
  [
    'a property of items in a meta field',
    recipe({ meta: { cards: Type.Array(nested) } }),
    /^the field cards.wp_id of meta/,
  ],
  [
    'a top-level meta field',
    recipe({ metaBeside: { is_wp_suggestion: text } }),
    /^the field is_wp_suggestion of metaBeside/,
  ],
  ['a taxonomy', course({ name: 'wp_theme' }), /^the taxonomy cannot be named wp_theme:/],
  ['a REST base of terms', course({ restBase: 'cms_block' }), /^the REST base of the taxonomy course cannot be named/],
];

describe('a name that a site declares', () => {
  for (const [description, additions, message] of reserved)
    it(`cannot be a name of the contract: ${description}`, () =>
      assert.throws(() => makeContract(additions), { message }));

  it('cannot be any name in the table of spellings', () => {
    for (const name of names.flat().filter((each) => /^[a-z][a-z0-9_]{0,19}$/.test(each)))
      assert.throws(() => makeContract(recipe({ name })), { message: /choose another one$/ }, name);
    for (const name of names.flat())
      assert.throws(() => makeContract(recipe({ meta: { [name]: text } })), { message: /choose another one$/ }, name);
  });

  it('may be similar to names of the contract', () => {
    const meta = { wp_blocks: text, 'my wp_id': text, heading: Type.String({ default: 'wp_block' }) };
    const { types } = makeContract({ ...recipe({ meta, restNamespace: 'cms/v2' }), ...course({ name: 'wp_course' }) });
    assert.deepEqual(Object.keys(types.get('recipe')?.meta ?? {}), Object.keys(meta));
  });
});
