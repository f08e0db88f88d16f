import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Signal } from '../../data/resources/spam-filter.ts';
import { describeSignal } from './describe-signal.ts';

const describe = (kind: Signal['kind'], value: string) => describeSignal({ kind, value });

it('signals are described in words', () => {
  assert.equal(describe('links', '1'), '1 link');
  assert.equal(describe('links', '3'), '3 links');
  assert.equal(describe('links', 'masses'), '40 links or more');
  assert.equal(describe('length', '2'), '2 words');
  assert.equal(describe('sender', 'stranger'), 'The author is not signed in');
  assert.equal(describe('mail', ''), 'No email address');
  assert.equal(describe('text', 'click here'), 'The text contains “click here”');
});

it('all signals of groups with few values have texts of their own', () => {
  const counts = ['0', '1', '2', '3', 'some', 'many', 'masses'];
  const values = {
    ...{ links: counts, length: counts, sender: ['user', 'stranger'] },
    style: ['loud', 'shouting', 'names-site'],
  };
  const described = Object.entries(values).flatMap(([kind, each]) =>
    each.map((value) => describe(kind as Signal['kind'], value)),
  );
  assert.equal(new Set(described).size, described.length);
  for (const text of described) assert.match(text, /^(\d|[A-Z]).* /, text);
});
