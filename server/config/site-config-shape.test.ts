import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInTaxonomies, builtInTypes } from '../../contract/contract.ts';
import { faultOfShape } from './site-config-shape.ts';

test('the shape of the configuration file has every key of types and taxonomies but what only the service can give', () => {
  const types = builtInTypes.map(({ servedAs: _ours, startState, held, below, publicSetting, ...type }) => type);
  assert.equal(faultOfShape({ types, taxonomies: builtInTaxonomies }), undefined);
  assert.match(faultOfShape({ types: builtInTypes }) ?? '', /servedAs/);
});

test('where a value may be of several kinds, all of them are told, or what is wrong inside it', () => {
  assert.equal(faultOfShape({ roles: { a: 'b' } }), 'roles.a must be a list or an object');
  assert.equal(faultOfShape({ roles: { a: ['read', 3] } }), 'roles.a.1 must be text');
  assert.equal(faultOfShape({ roles: { a: { like: 3 } } }), 'roles.a.like must be text');
  assert.equal(faultOfShape({ extensions: [3] }), 'extensions.0 must be text or an object');
});

test('what is no object is no configuration', () => {
  for (const declared of [null, [], 'types', () => ({})])
    assert.match(faultOfShape(declared) ?? '', /^the default export /);
});
