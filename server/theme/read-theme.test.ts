import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { readSiteTheme } from '../config/site-theme.ts';
import { normalBlocks, parseBlocks } from '../rendering/blocks/index.ts';
import { contentParts } from '../rendering/parts.ts';
import { defaultThemeFolder, readTheme } from './read-theme.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'octavo-theme-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** A copy of quarto with a file changed, or taken away. */
function themeWith(file: string, content: string | Uint8Array | undefined): string {
  const folder = mkdtempSync(path.join(scratch, 'copy-'));
  cpSync(defaultThemeFolder, folder, { recursive: true });
  if (content === undefined) rmSync(path.join(folder, file));
  else writeFileSync(path.join(folder, file), content);
  return folder;
}

const declared = JSON.parse(readFileSync(path.join(defaultThemeFolder, 'theme.json'), 'utf8'));
const withDeclared = (change: object) => JSON.stringify({ ...declared, ...change });

describe('the theme quarto', () => {
  const theme = readTheme(defaultThemeFolder);

  it('brings the templates, parts and variations that clients expect', () => {
    for (const slug of ['index', 'home', 'single', 'page', 'archive', 'search', '404'])
      assert.ok(theme.templates.has(slug), slug);
    assert.deepEqual(
      [...theme.parts.values()].map(({ slug, area }) => `${slug} in ${area}`),
      ['footer in footer', 'header in header'],
    );
    assert.deepEqual(theme.templates.get('page-without-title')?.postTypes, ['page']);
    assert.equal(theme.variations.length, 2);
  });

  for (const { slug, content } of [...theme.templates.values(), ...theme.parts.values()]) {
    it(`has blocks in their normal form and nothing else in ${slug}.html`, () => {
      assert.equal(normalBlocks(content, theme.name), content);
      for (const block of parseBlocks(content)) {
        const isText = block.name === null && block.pieces.join('').trim() !== '';
        assert.ok(!isText, `text beside blocks: ${block.pieces.join('')}`);
        // A part that is named must be there.
        if (block.name === 'core/template-part') {
          assert.equal(block.attributes.theme, 'quarto');
          assert.ok(theme.parts.has(String(block.attributes.slug)), String(block.attributes.slug));
        }
      }
      // What dynamic blocks show is filled in later.
      const html = contentParts(content)
        .filter((part) => typeof part === 'string')
        .join('');
      assert.ok(!html.includes('<!--'), html);
      const opened = html.match(/<(div|main|nav|h1|p)\b/g)?.length ?? 0;
      assert.equal(html.match(/<\/(div|main|nav|h1|p)>/g)?.length ?? 0, opened, html);
    });
  }
});

describe('a theme that cannot be used', () => {
  const faults: readonly (readonly [what: string, folder: () => string, sentence: RegExp])[] = [
    ['is no folder', () => path.join(scratch, 'nothing'), /there is no theme\.json in it\.$/],
    ['is an empty folder', () => mkdtempSync(path.join(scratch, 'empty-')), /there is no theme\.json in it\.$/],
    ['has a theme.json that is not JSON', () => themeWith('theme.json', '{'), /theme\.json is not JSON\.$/],
    ['has a theme.json that is a list', () => themeWith('theme.json', '[]'), /theme\.json must be an object\.$/],
    [
      'has another version',
      () => themeWith('theme.json', withDeclared({ version: 2 })),
      /theme\.json must say "version": 3\.$/,
    ],
    [
      'has no name',
      () => themeWith('theme.json', withDeclared({ theme: {} })),
      /theme\.name must be small letters, digits, _ and -, 64 at most\.$/,
    ],
    [
      'has a name that is a path',
      () => themeWith('theme.json', withDeclared({ theme: { name: '../up' } })),
      /theme\.name must be small letters/,
    ],
    [
      'has settings that are text',
      () => themeWith('theme.json', withDeclared({ settings: 'x' })),
      /theme\.json: settings must be an object\.$/,
    ],
    [
      'names a part that is not there',
      () => themeWith('parts/header.html', undefined),
      /parts\/header\.html is missing, which theme\.json names\.$/,
    ],
    ['lacks index', () => themeWith('templates/index.html', undefined), /templates\/index\.html is missing/],
    [
      'has a template with a name that no address has',
      () => themeWith('templates/My Page.html', ''),
      /templates\/My Page\.html must be called by small letters/,
    ],
    [
      'has a template that is not text',
      () => themeWith('templates/index.html', Uint8Array.of(0xff, 0xfe, 0xff)),
      /templates\/index\.html is not UTF-8\.$/,
    ],
    [
      'has a variation that is not JSON',
      () => themeWith('styles/evening.json', 'no'),
      /styles\/evening\.json is not JSON\.$/,
    ],
  ];
  for (const [what, folder, sentence] of faults) {
    it(`is told in one sentence: it ${what}`, () => {
      const wrong = folder();
      assert.throws(
        () => readSiteTheme({ data: scratch, theme: wrong }),
        (error: Error) => {
          assert.equal(error.name, 'ConfigFault');
          assert.match(error.message, sentence);
          assert.ok(error.message.startsWith(`The theme in ${wrong} cannot be used: `), error.message);
          return true;
        },
      );
    });
  }
});

it('a theme in the data folder takes the place of quarto', () => {
  const data = mkdtempSync(path.join(scratch, 'data-'));
  assert.equal(readSiteTheme({ data, theme: undefined }).name, 'quarto');
  mkdirSync(path.join(data, 'theme'));
  cpSync(defaultThemeFolder, path.join(data, 'theme'), { recursive: true });
  writeFileSync(path.join(data, 'theme/theme.json'), withDeclared({ theme: { name: 'own' } }));
  assert.equal(readSiteTheme({ data, theme: undefined }).name, 'own');
  assert.equal(readSiteTheme({ data, theme: defaultThemeFolder }).name, 'quarto', 'what is configured goes first');
});
