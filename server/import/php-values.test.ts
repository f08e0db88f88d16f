import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPhp, readPhpArray } from './php-values.ts';

test('reads values of every type, with lengths in bytes', () => {
  assert.equal(readPhp('i:-12;'), -12);
  assert.equal(readPhp('d:0.5;'), 0.5);
  assert.equal(readPhp('b:1;'), true);
  assert.equal(readPhp('N;'), null);
  assert.equal(readPhp('s:7:"größe";'), 'größe');
  assert.equal(readPhp('s:4:"a";b";'), 'a";b');
  const sizes = readPhpArray('a:2:{s:5:"width";i:640;s:5:"sizes";a:1:{i:0;s:5:"large";}}');
  assert.equal(sizes.get('width'), 640);
  assert.deepEqual(sizes.get('sizes'), new Map([['0', 'large']]));
});

test('returns undefined for invalid values and values that exceed the limits', () => {
  const deep = `${'a:1:{i:0;'.repeat(12)}N;${'}'.repeat(12)}`;
  const invalid = [
    '',
    'text',
    'i:1',
    'i:1;i:2;',
    'i:one;',
    'd:INF;',
    'b:2;',
    's:5:"abc";',
    's:99999999:"abc";',
    's:-1:"";',
    'a:2:{i:0;N;}',
    'a:1:{N;N;}',
    'a:1:{a:0:{}N;}',
    'a:20001:{}',
    'O:8:"stdClass":0:{}',
    'C:3:"Foo":0:{}',
    'r:1;',
    'R:1;',
    'E:3:"A:B";',
    's:3:"ö";',
    deep,
    `s:${1024 * 1024}:"${'x'.repeat(1024 * 1024)}";`,
  ];
  for (const text of invalid) assert.equal(readPhp(text), undefined, text.slice(0, 60));
});
