import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLoadingHints } from './loading-hints.ts';

const cases: [input: string, output: string][] = [
  ['<img src="a" alt="">', '<img decoding="async" src="a" alt="">'],
  ['<img src="a" width="8" height="6"/>', '<img loading="lazy" decoding="async" src="a" width="8" height="6"/>'],
  [
    '<img src="a" width="8" height="6" loading="eager">',
    '<img decoding="async" src="a" width="8" height="6" loading="eager">',
  ],
  ['<img src="a" decoding="sync">', '<img src="a" decoding="sync">'],
  ["<img src='a' width='8' height='6'>", "<img src='a' width='8' height='6'>"],
  ['<img alt="no source">', '<img alt="no source">'],
  ['<iframe src="a" width="6" height="4"></iframe>', '<iframe loading="lazy" src="a" width="6" height="4"></iframe>'],
  ['<iframe src="a"></iframe>', '<iframe src="a"></iframe>'],
  ['<!-- <img src="a"> -->', '<!-- <img src="a"> -->'],
];

for (const [input, output] of cases)
  test(`${input} becomes ${output}`, () => assert.equal(addLoadingHints(input), output));
