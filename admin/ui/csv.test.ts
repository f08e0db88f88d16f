import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toCsv } from './csv.ts';

it('quotes all cells', () => {
  assert.equal(
    toCsv([
      ['id', 'text'],
      ['1', 'Say "hi",\nyou'],
    ]),
    '"id","text"\r\n"1","Say ""hi"",\nyou"\r\n',
  );
});

it('contains nothing that a spreadsheet runs as a formula', () => {
  for (const text of ['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1'])
    assert.equal(toCsv([[text]]), `"'${text}"\r\n`, JSON.stringify(text));
});
