import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toCsv } from './export-submissions.ts';

describe('a CSV cell', () => {
  it('is never a formula', () => {
    const cells = ['=A1', '+1', '-x', '@x', '\t=1', ' =1', '-12.5', 'a,b', 'a"b', 'a\nb', 'plain', ''];
    assert.equal(toCsv([cells]), `'=A1,'+1,'-x,'@x,"'\t=1",' =1,-12.5,"a,b","a""b","a\nb",plain,\r\n`);
    assert.equal(toCsv([['＝A1', '＠x']]), `'＝A1,'＠x\r\n`);
  });
});
