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
  assert.equal(open.pass('div'), '');
  open.open('div', 'div');
  assert.equal(open.closeAll(), '</div></b></button></p>');
});

test('a cell outside of any table hides no paragraph, for browsers pass it over', () => {
  for (const begins of ['table', 'div', 'p']) {
    const open = new OpenElements();
    for (const name of ['p', 'tr', 'td', 'b']) open.open(name, name);
    assert.equal(open.pass(begins), '</b></td></tr></p>', begins);
  }
  const inTable = new OpenElements();
  for (const name of ['p', 'button', 'table', 'td']) inTable.open(name, name);
  assert.equal(inTable.pass('div'), '', 'a cell of a table is within it');
});

test('a rule ends a paragraph without being opened', () => {
  const open = new OpenElements();
  open.open('p', 'p');
  assert.equal(open.pass('hr'), '</p>');
  assert.equal(open.closeAll(), '');
});

test('HTML ends a formula, but for the texts in it', () => {
  const open = new OpenElements();
  for (const name of ['math', 'mrow', 'mtext']) open.open(name, name);
  assert.equal(open.inFormula, false);
  assert.equal(open.pass('b'), '');
  open.open('math', 'math');
  assert.equal(open.inFormula, true);
  assert.equal(open.pass('b'), '</math>');
  assert.equal(open.closeAll(), '</mtext></mrow></math>');
});

test('the names of formulas hide nothing outside of them', () => {
  const open = new OpenElements();
  for (const name of ['p', 'mi', 'b']) open.open(name, name);
  assert.equal(open.pass('div'), '</b></mi></p>');
});

test('elements that would lie too deep are left out with their end tags', () => {
  const open = new OpenElements();
  const opened = Array.from({ length: 300 }, () => open.open('b', 'b'));
  assert.equal(opened.filter((one) => one).length, 256);
  assert.equal(Array.from({ length: 300 }, () => open.close('b')).join(''), '</b>'.repeat(256));
});
