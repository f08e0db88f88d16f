// Tests the declarations of screens of extensions, and which files are read for them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type DeclaredScreen, findScreenError, readScreenFiles } from './screens.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-screens-'));
after(() => rmSync(folder, { recursive: true }));
const urlOf = (name: string): URL => pathToFileURL(path.join(folder, name));
writeFileSync(urlOf('screen.js'), 'export default () => {};');
writeFileSync(urlOf('screen.ts'), 'secret');
writeFileSync(urlOf('large.js'), '');
truncateSync(urlOf('large.js'), 1024 * 1024 + 1);
mkdirSync(urlOf('folder.js'));

const screen: DeclaredScreen = {
  ...{ name: 'links', title: 'Links', capability: 'manage_options', component: urlOf('screen.js') },
};

const errorOf = (...screens: object[]) => findScreenError({ name: 'shop', screens: screens as DeclaredScreen[] });

describe('screens of extensions', () => {
  it('are optional', () => {
    assert.equal(findScreenError({ name: 'shop' }), undefined);
    assert.equal(errorOf(screen, { ...screen, name: 'other-links' }), undefined);
    assert.equal(readScreenFiles([{ name: 'shop' }]).size, 0);
  });

  const invalid: readonly (readonly [changes: object, message: RegExp])[] = [
    ...['Links', '../links', 'a/b', '', 'links.js', 7].map((name) => [{ name }, /the invalid name/] as const),
    [{ title: ' ' }, /the screen links without a title/],
    [{ title: undefined }, /without a title/],
    [{ capability: '' }, /the screen links without a capability/],
    [{ component: urlOf('missing.js') }, /whose component .*missing\.js does not exist/],
    [{ component: urlOf('folder.js') }, /whose component .*folder\.js does not exist/],
    [{ component: urlOf('large.js') }, /is larger than 1048576 bytes/],
    [{ component: urlOf('screen.ts') }, /must be the URL of a file that ends with \.js/],
    [{ component: './screen.js' }, /must be the URL of a file/],
    [{ component: new URL('https://example.org/screen.js') }, /must be the URL of a file/],
  ];
  for (const [changes, message] of invalid)
    it(`are rejected with ${JSON.stringify(changes)}`, () => {
      assert.match(errorOf({ ...screen, ...changes }) ?? 'accepted', message);
    });

  it('have different names', () => {
    assert.match(errorOf(screen, screen) ?? '', /has two screens named links/);
  });

  it('are read once, with a path and an entity tag for each', () => {
    symlinkSync('screen.js', urlOf('link.js'));
    const linked = { ...screen, name: 'linked', component: urlOf('link.js') };
    const files = readScreenFiles([{ name: 'shop', screens: [screen, linked] }, { name: 'other' }]);
    assert.deepEqual([...files.keys()], ['extensions/shop/links.js', 'extensions/shop/linked.js']);
    const [first, second] = [...files.values()];
    assert.match(first?.etag ?? '', /^"[\w-]{43}"$/);
    assert.equal(first?.etag, second?.etag);
    writeFileSync(urlOf('screen.js'), 'changed');
    assert.equal(first?.content.toString(), 'export default () => {};');
    assert.notEqual(
      readScreenFiles([{ name: 'shop', screens: [screen] }]).get('extensions/shop/links.js')?.etag,
      first?.etag,
    );
  });
});
