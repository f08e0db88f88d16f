import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeContract } from './contract.ts';

const labels = { one: 'recipe', many: 'recipes' };
const withRestBase = (restBase: string) => () => makeContract({ types: [{ name: 'recipe', restBase, noun: labels }] });

describe('the REST base of a type of a site', () => {
  const routes = [...makeContract().resources.values()].flatMap((resource) => resource.routes);
  const bases = new Set(routes.flatMap(({ path }) => /^\/cms\/v2\/([a-z-]+)(?:\/|$)/.exec(path)?.[1] ?? []));

  it('may be one that no route uses', () => assert.doesNotThrow(withRestBase('recipes')));

  for (const base of bases)
    it(`is rejected if a route of the service uses it: ${base}`, () =>
      assert.throws(withRestBase(base), /is reserved by the service|have the same REST base/));
});
