// Tests that the listed options contain no passwords.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseServeConfig } from '../../test/parse-config.ts';
import { listConfiguredOptions } from './configured-options.ts';

/** The value of an option, and its listed value. */
const cases: readonly (readonly [option: string, value: string, listed: string])[] = [
  ['mail', 'smtp://user:hidden@mail.example:587', 'smtp://***@mail.example:587'],
  ['mail', 'smtp://user:hid&den@mail.example:587', 'smtp://***@mail.example:587'],
  ['database', 'postgres://user:hid&den=x@127.0.0.1/octavo', 'postgres://***@127.0.0.1/octavo'],
  [
    'database',
    'postgres://user:hidden@127.0.0.1/octavo?password=hidden',
    'postgres://***@127.0.0.1/octavo?password=***',
  ],
  [
    'read-database',
    'postgres://user:hid&den@127.0.0.1/a, postgres://user:hid&den@127.0.0.1/b?password=hidden postgres://c/d',
    'postgres://***@127.0.0.1/a,postgres://***@127.0.0.1/b?password=***,postgres://c/d',
  ],
  [
    'files',
    's3://bucket?endpoint=http%3A%2F%2Fkey%3Ahidden%40127.0.0.1%3A1&secret=hidden',
    's3://bucket?endpoint=http%3A%2F%2F***%40127.0.0.1%3A1&secret=***',
  ],
];

for (const [option, value, listed] of cases)
  it(`lists ${listed} without the password of ${value}`, () => {
    const needed = option === 'read-database' ? ['--database', 'postgres://127.0.0.1/a'] : [];
    const options = listConfiguredOptions(parseServeConfig([...needed, `--${option}=${value}`], {}));
    assert.equal(options.find((each) => each.option === `--${option}`)?.value, listed);
    assert.doesNotMatch(JSON.stringify(options), /hid(?:&)?den/);
  });
