// Validates every record of an imported and of a generated site against the OpenAPI document.
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { after, describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApi } from '../../server/http/open-api/document.ts';
import { runCommand } from '../commands/in-process.ts';
import { type InProcessService, startInProcess } from '../service-in-process.ts';
import { everyPage } from './every-record.ts';
import { startImportedService } from './imported-service.ts';

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (value: string) => URL.canParse(value),
  'uri-reference': (value: string) => URL.canParse(value, 'http://site.test/'),
  ip: (value: string) => isIP(value) > 0,
};

/** Validators of lists by OpenAPI document. Both sites usually have the same document except for the port, and compiling it is slow. */
const validators = new Map<string, (path: string) => ValidateFunction>();

/** Returns a function that returns the validator for the records of the list at a path. */
function validatorsOf(document: OpenApi): (path: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, formats });
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return (listPath) => {
    const pointer = listPath.replaceAll('~', '~0').replaceAll('/', '~1');
    const $ref = `document#/paths/${pointer}/get/responses/200/content/application~1json/schema/items`;
    const validate = compiled.get(listPath) ?? ajv.compile({ $ref });
    compiled.set(listPath, validate);
    return validate;
  };
}

const sites: Readonly<Record<string, () => Promise<InProcessService>>> = {
  'an imported site': async () => (await startImportedService()).service,
  // The posts fill more than one page.
  'a generated site': () =>
    startInProcess({ prepare: (data) => runCommand(['generate', '--posts', '120', '--seed', '1', '--data', data]) }),
};

for (const [name, start] of Object.entries(sites)) {
  describe(name, () => {
    let service: InProcessService | undefined;
    after(() => service?.close());

    it('has no record that violates its schema', { timeout: 240_000 }, async () => {
      service = await start();
      const text = await (await fetch(`${service.origin}/rest/openapi.json`)).text();
      const document: OpenApi = JSON.parse(text);
      const key = text.replaceAll(service.origin, '');
      const validatorOf = validators.get(key) ?? validatorsOf(document);
      validators.set(key, validatorOf);
      let count = 0;
      for await (const { path: listPath, query, caller, records } of everyPage(service, document)) {
        const validate = validatorOf(listPath);
        for (const record of records) {
          const context = `${caller}: ${listPath}?${query} ${JSON.stringify(record).slice(0, 300)}`;
          assert.ok(validate(record), `${context} ${JSON.stringify(validate.errors)}`);
          count += 1;
        }
      }
      assert.ok(count > 500, `${count} records were read, at least 500 were expected`);
    });
  });
}
