import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInTaxonomies, builtInTypes } from '../../contract/contract.ts';
import { faultOfShape } from './site-config-shape.ts';

test('the shape of the configuration file has every key of types and taxonomies but what only the service can give', () => {
  const types = builtInTypes.map(({ servedAs: _ours, startState, held, below, ...type }) => type);
  assert.equal(faultOfShape({ types, taxonomies: builtInTaxonomies }), undefined);
  assert.match(faultOfShape({ types: builtInTypes }) ?? '', /servedAs/);
});

test('what is no object is no configuration', () => {
  for (const declared of [null, [], 'types', () => ({})])
    assert.match(faultOfShape(declared) ?? '', /^the default export /);
});
