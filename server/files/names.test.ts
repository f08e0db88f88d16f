// Tests of the names of stored files (media-fonts-and-oembed.md, A3, A4).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { resolveFileType } from './file-types.ts';
import { candidateNames, cleanName, isNameTaken, nameInDisposition, splitName } from './names.ts';
import { isStorePath } from './store.ts';

describe('a file name', () => {
  it('is cleaned', () => {
    for (const [sent, clean] of [
      ['My (first) pic.JPG', 'My-first-pic.jpg'],
      ['é å ß.png', 'e-a-ss.png'],
      ['a..b--c.png', 'a.b-c.png'],
      ['x.cgi.png', 'x.cgi_.png'],
      ['x.tar.cgi5.png', 'x.tar.cgi5_.png'],
      ['x.jpg.png', 'x.jpg.png'],
      ['x.v2.png', 'x.v2.png'],
      ['.jpg', 'unnamed-file.jpg'],
      ['a@b_c.png', 'a@b_c.png'],
    ])
      assert.equal(cleanName(sent ?? '', false), clean);
  });

  it('gets an underscore after an inner extension that is not allowed for the user', () => {
    for (const inner of ['html', 'HTM', 'js']) {
      assert.equal(cleanName(`x.${inner}.png`, true), `x.${inner}.png`);
      assert.equal(cleanName(`x.${inner}.png`, false), `x.${inner}_.png`);
    }
  });

  it('is a valid store path or empty for any input, and is not changed by a second cleaning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.boolean(), (sent, anyHtml) => {
        const clean = cleanName(`${sent}.png`, anyHtml);
        assert.ok(clean === '' || isStorePath(clean), JSON.stringify(clean));
        assert.ok(Buffer.byteLength(clean) < 250);
        assert.equal(cleanName(clean, anyHtml), clean);
      }),
    );
  });

  it('gets a number when it is taken or looks like the name of a derived file', () => {
    const first = (name: string, there: string[]) => {
      const taken = new Set(there);
      for (const each of candidateNames(splitName(name))) if (!isNameTaken(each, taken)) return each;
      return '';
    };
    assert.equal(first('a.png', []), 'a.png');
    assert.equal(first('a.png', ['a.png', 'a-1.png']), 'a-2.png');
    assert.equal(first('a.png', ['a-300x200.png']), 'a-1.png');
    assert.equal(first('a.png', ['a-scaled.png']), 'a-1.png');
    assert.equal(first('a.png', ['a.jpg', 'a-300x200.jpg']), 'a.png');
    assert.equal(first('a-300x200.png', []), 'a-300x200-1.png');
    assert.equal(first('a-rotated.png', ['a-rotated-1.png']), 'a-rotated-2.png');
  });

  it('is read from a Content-Disposition header', () => {
    for (const [header, name] of [
      ['attachment; filename=a.png', 'a.png'],
      ['inline; filename="a.png"', 'a.png'],
      ['form-data; name="file"; filename="a.png"; size=1', 'a.png'],
      ['attachment;filename = "a.png" ', 'a.png'],
      ['; filename="a.png"', 'a.png'],
      ['filename="a.png"', undefined],
      ["attachment; filename*=UTF-8''a.png", undefined],
      ['attachment; FILENAME="a.png"', undefined],
      ['attachment; filename=""', undefined],
    ] as const)
      assert.equal(nameInDisposition(header), name, header);
  });
});

it('the content of a file must match its extension', () => {
  const kind = (extension: string, bytes: string, anyHtml = false) => {
    const found = resolveFileType(extension, bytes, anyHtml);
    return found && `${found.type} ${found.extension}`;
  };
  assert.equal(kind('jpg', 'image/jpeg'), 'image/jpeg jpg');
  assert.equal(kind('jpeg', 'image/jpeg'), 'image/jpeg jpeg');
  assert.equal(kind('jpg', 'image/png'), 'image/png png');
  assert.equal(kind('jpg', 'text/plain'), undefined);
  assert.equal(kind('jpg', 'image/svg+xml'), undefined);
  assert.equal(kind('csv', 'text/plain'), 'text/csv csv');
  assert.equal(kind('js', 'text/plain', true), undefined);
  assert.equal(kind('html', 'text/html'), undefined);
  assert.equal(kind('html', 'text/html', true), 'text/html html');
  assert.equal(kind('m4a', 'audio/x-m4a'), 'audio/mpeg m4a');
  assert.equal(kind('mp4', 'audio/mpeg'), undefined);
  assert.equal(kind('docx', 'application/zip')?.endsWith('docx'), true);
  assert.equal(kind('exe', 'application/octet-stream', true), undefined);
});
