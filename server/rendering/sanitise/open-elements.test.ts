import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenElements } from './open-elements.ts';

test('closes an element and everything inside it, in its original case', () => {
  const open = new OpenElements();
  open.open('div', 'DIV');
  open.open('b', 'b');
  assert.equal(open.close('i'), '');
  assert.equal(open.close('div'), '</b></DIV>');
  assert.equal(open.has('b'), false);
});

test('an element inside a table does not close a paragraph around it', () => {
  const open = new OpenElements();
  for (const name of ['p', 'button', 'b']) open.open(name, name);
  assert.equal(open.pass('div'), '');
  open.open('div', 'div');
  assert.equal(open.closeAll(), '</div></b></button></p>');
});

test('a cell outside of a table does not prevent closing a paragraph, because browsers ignore it', () => {
  for (const begins of ['table', 'div', 'p']) {
    const open = new OpenElements();
    for (const name of ['p', 'tr', 'td', 'b']) open.open(name, name);
    assert.equal(open.pass(begins), '</b></td></tr></p>', begins);
  }
  const inTable = new OpenElements();
  for (const name of ['p', 'button', 'table', 'td']) inTable.open(name, name);
  assert.equal(inTable.pass('div'), '', 'a cell inside a table does');
});

test('a void element closes a paragraph', () => {
  const open = new OpenElements();
  open.open('p', 'p');
  assert.equal(open.pass('hr'), '</p>');
  assert.equal(open.closeAll(), '');
});

test('HTML elements close MathML, except inside its text elements', () => {
  const open = new OpenElements();
  for (const name of ['math', 'mrow', 'mtext']) open.open(name, name);
  assert.equal(open.inFormula, false);
  assert.equal(open.pass('b'), '');
  open.open('math', 'math');
  assert.equal(open.inFormula, true);
  assert.equal(open.pass('b'), '</math>');
  assert.equal(open.closeAll(), '</mtext></mrow></math>');
});

test('MathML names outside `math` do not prevent closing', () => {
  const open = new OpenElements();
  for (const name of ['p', 'mi', 'b']) open.open(name, name);
  assert.equal(open.pass('div'), '</b></mi></p>');
});

test('omits elements beyond the maximum depth with their end tags', () => {
  const open = new OpenElements();
  const opened = Array.from({ length: 300 }, () => open.open('b', 'b'));
  assert.equal(opened.filter((one) => one).length, 256);
  assert.equal(Array.from({ length: 300 }, () => open.close('b')).join(''), '</b>'.repeat(256));
});
