import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInTaxonomies, builtInTypes } from '../../contract/contract.ts';
import { validateShape } from './site-config-shape.ts';

test('the schema accepts every key of types and taxonomies except internal ones', () => {
  const types = builtInTypes.map(
    ({ servedAs: _ours, startState, held, below, publicSetting, addressSetting, ...type }) => type,
  );
  assert.equal(validateShape({ types, taxonomies: builtInTaxonomies }), undefined);
  assert.match(validateShape({ types: builtInTypes }) ?? '', /servedAs/);
});

test('the error for a union lists its types, or describes the error inside the value', () => {
  assert.equal(validateShape({ roles: { a: 'b' } }), 'roles.a must be an array or an object');
  assert.equal(validateShape({ roles: { a: ['read', 3] } }), 'roles.a.1 must be a string');
  assert.equal(validateShape({ roles: { a: { like: 3 } } }), 'roles.a.like must be a string');
  assert.equal(validateShape({ extensions: [3] }), 'extensions.0 must be a string or an object');
});

test('a default export that is not an object is rejected', () => {
  for (const declared of [null, [], 'types', () => ({})])
    assert.match(validateShape(declared) ?? '', /^the default export /);
});
