import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenElements } from './open-elements.ts';

test('an element is closed with everything inside it, in the case it was written', () => {
  const open = new OpenElements();
  open.open('div', 'DIV');
  open.open('b', 'b');
  assert.equal(open.close('i'), '');
  assert.equal(open.close('div'), '</b></DIV>');
  assert.equal(open.has('b'), false);
});

test('a table hides the paragraph around it from what is inside', () => {
  const open = new OpenElements();
  for (const name of ['p', 'button', 'b']) open.open(name, name);
  assert.equal(open.open('div', 'div'), '');
  assert.equal(open.closeAll(), '</div></b></button></p>');
});

test('a rule ends a paragraph without being opened', () => {
  const open = new OpenElements();
  open.open('p', 'p');
  assert.equal(open.pass('hr'), '</p>');
  assert.equal(open.closeAll(), '');
});
