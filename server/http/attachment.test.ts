// Tests file names in `Content-Disposition` headers (RFC 6266, appendix D).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { attachment } from './present-outcome.ts';

it('attachment quotes plain file names and adds an encoded filename* for others', () => {
  const rows: readonly (readonly [name: string, header: string])[] = [
    ['form-1-all.csv', 'attachment; filename="form-1-all.csv"'],
    ['My theme.zip', 'attachment; filename="My theme.zip"'],
    ['名前.zip', `attachment; filename="__.zip"; filename*=UTF-8''%E5%90%8D%E5%89%8D.zip`],
    [`a"b'c(*).csv`, `attachment; filename="a_b_c___.csv"; filename*=UTF-8''a%22b%27c%28%2A%29.csv`],
    ['a\r\nX: y/\\.csv', `attachment; filename="a__X_ y__.csv"; filename*=UTF-8''a%0D%0AX%3A%20y%2F%5C.csv`],
    ['\u{1f600}\ud800', `attachment; filename="__"; filename*=UTF-8''%F0%9F%98%80%EF%BF%BD`],
  ];
  for (const [name, header] of rows) assert.equal(attachment(name), header);
});
