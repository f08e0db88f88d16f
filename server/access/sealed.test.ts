import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seal, unseal } from './sealed.ts';

describe('a sealed value', () => {
  const sealed = seal('key', { age: 18 }, 1000);

  it('can be unsealed until it expires', () => {
    assert.deepEqual(unseal('key', sealed, 999), { age: 18 });
    assert.equal(unseal('key', sealed, 1000), undefined);
  });

  it('cannot be unsealed if it was changed, sealed with another key, or malformed', () => {
    const other = seal('other', { age: 18 }, 1000);
    const forged = `${Buffer.from('{"value":{"age":99},"until":1000}').toString('base64url')}.${sealed.split('.')[1]}`;
    for (const text of [other, forged, `${sealed}0`, sealed.slice(1), '', '.', 'a.b', sealed.replace('.', '')])
      assert.equal(unseal('key', text, 0), undefined, text);
  });
});
