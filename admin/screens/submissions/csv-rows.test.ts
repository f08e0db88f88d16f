import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readCsvRows } from './csv-rows.ts';

it('counts rows, and finds the last ID, whatever the cells contain', () => {
  assert.deepEqual(readCsvRows('\ufeffid,received,name\r\n'), { count: 0, lastId: 0 });
  assert.deepEqual(readCsvRows('\ufeffid,received\r\n5,x\r\n12,y\r\n'), { count: 2, lastId: 12 });
  const text = '"Say ""hi""\r\n999,2026-01-01T00:00:00.000Z,\n"';
  assert.deepEqual(readCsvRows(`id,received,text\r\n5,x,${text}\r\n7,y,"a,""\r\n8,"\r\n`), { count: 2, lastId: 7 });
});
