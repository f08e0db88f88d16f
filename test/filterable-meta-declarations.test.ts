// Tests which meta fields can be declared as filterable.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeContract } from '../contract/contract.ts';
import type { DeclaredType } from '../contract/grammar/content-type.ts';
import { Type } from '../contract/grammar/schema.ts';
import { readSiteConfig } from '../server/config/site-config.ts';
import { event } from './event-type.ts';

describe('the declaration of a filterable meta field', () => {
  const declare = (field: object, more: Partial<DeclaredType> = {}) =>
    makeContract({ types: [{ ...event, ...more, meta: { field: Type.Unsafe({ ...field, filterable: true }) } }] });
  const invalid: readonly (readonly [name: string, field: object, message: RegExp, more?: Partial<DeclaredType>])[] = [
    [
      'with a list',
      { type: 'array', items: { type: 'string' } },
      /field of meta of the type event cannot be filterable: its type/,
    ],
    ['with an object', { type: 'object' }, /its type must be/],
    ['with several types', { type: ['string', 'integer'] }, /its type must be/],
    ['without a type', {}, /its type must be/],
    ['that is only null', { type: 'null' }, /its type must be/],
    ['that is hidden', { type: 'string', hidden: true }, /responses do not contain it/],
    ['in no context', { type: 'string', context: [] }, /responses do not contain it/],
    ['of a type without meta fields', { type: 'string' }, /responses do not contain it/, { supports: ['title'] }],
    ['of a type that shows no meta', { type: 'string' }, /responses do not contain it/, { shown: { meta: [] } }],
    ['that the type does not show', { type: 'string' }, /responses do not contain it/, { shown: { 'meta.field': [] } }],
  ];
  for (const [name, field, message, more] of invalid)
    it(`${name} is rejected`, () => {
      assert.throws(() => declare(field, more), message);
    });

  it('that is neither true nor false is rejected', () => {
    const field = Type.Unsafe({ type: 'string', filterable: 'yes' });
    assert.throws(() => makeContract({ types: [{ ...event, meta: { field } }] }), /filterable must be true or false/);
  });

  it('is reported with the name of the configuration file', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'octavo-test-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const declared = { ...event, meta: { tags: { type: 'array', filterable: true } } };
    writeFileSync(join(folder, 'octavo.config.ts'), `export default ${JSON.stringify({ types: [declared] })};`);
    await assert.rejects(readSiteConfig({ data: folder, config: undefined }), {
      name: 'ConfigError',
      message:
        /^Invalid configuration file .*: the field tags of meta of the type event cannot be filterable: its type must be/,
    });
  });

  it('with a single value is accepted, and false declares nothing', () => {
    for (const type of ['string', 'integer', 'number', 'boolean', ['boolean', 'null']]) declare({ type });
    const contract = makeContract({
      types: [{ ...event, meta: { field: Type.Unsafe({ type: 'string', filterable: false }) } }],
    });
    const [list] = contract.resources.get('event')?.routes[0]?.endpoints ?? [];
    assert.equal(list?.parameters.meta, undefined);
  });
});
