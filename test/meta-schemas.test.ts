// Tests the schemas of meta fields in the responses to OPTIONS, from which clients build forms.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const config = `export default {
  types: [{
    name: 'event', restBase: 'events', noun: { one: 'event', many: 'events' },
    meta: {
      venue: { type: 'string', default: '', description: 'The venue.' },
      door: { type: 'object', default: {}, description: 'The entrance.', required: ['street'],
        properties: { street: { type: 'string' }, number: { type: 'integer' } } },
    },
  }],
};`;

describe('the schemas of meta fields', () => {
  let service: InProcessService;
  before(async () => {
    service = await startInProcess({ prepare: (data) => writeFile(path.join(data, 'octavo.config.ts'), config) });
  });
  after(() => service.close());

  it('contain the required properties of each field, but no field is required', async () => {
    const { body } = await service.request('OPTIONS', '/cms/v2/events');
    for (const { methods, args } of body.endpoints) {
      if (!methods.includes('POST')) continue;
      assert.equal(args.meta.required, false);
      assert.deepEqual(args.meta.properties.door.required, ['street']);
      assert.ok(!('required' in args.meta.properties.venue));
    }
    assert.ok(!('required' in body.schema.properties.meta.properties.door), 'records may lack the properties');
  });

  it('describe what is validated: a field that is not submitted is not required', async () => {
    const created = await service.request('POST', '/cms/v2/events', { title: 'A', meta: { venue: 'Harbour' } });
    assert.equal(created.status, 201);
    const rejected = await service.request('POST', '/cms/v2/events', { title: 'A', meta: { door: { number: 3 } } });
    assert.deepEqual([rejected.status, rejected.body.code], [400, 'rest_property_required']);
    assert.deepEqual(rejected.body.additional_data, [{ param: 'meta.door' }]);
  });
});
