import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInTaxonomies, builtInTypes } from '../../contract/contract.ts';
import { faultOfShape } from './site-config-shape.ts';

test('the shape of the configuration file has every key of types and taxonomies', () => {
  // What files need beside their entries only the service itself can give.
  const types = builtInTypes.map(({ startState, held, ...declared }) => declared);
  assert.equal(faultOfShape({ types, taxonomies: builtInTaxonomies }), undefined);
});

test('what is no object is no configuration', () => {
  for (const declared of [null, [], 'types', () => ({})])
    assert.match(faultOfShape(declared) ?? '', /^the default export /);
});
