import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { readSiteTheme } from '../config/site-theme.ts';
import { normalBlocks } from '../rendering/blocks/index.ts';
import { parseBlocks } from '../rendering/blocks/parse.ts';
import { renderContentParts } from '../rendering/content-parts.ts';
import { defaultThemeFolder, readTheme } from './read-theme.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'octavo-theme-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Copies quarto to a new folder, changes a file in it (deletes it if `content` is undefined), and returns the folder. */
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

  it('has the templates, parts and variations that clients expect', () => {
    for (const slug of ['index', 'home', 'single', 'page', 'archive', 'search', '404'])
      assert.ok(theme.templates.has(slug), slug);
    assert.deepEqual(
      [...theme.parts.values()].map(({ slug, area }) => `${slug} in ${area}`),
      ['footer in footer', 'header in header'],
    );
    assert.deepEqual(theme.templates.get('page-without-title')?.postTypes, ['page']);
    assert.deepEqual(
      theme.variations.map(({ slug }) => slug),
      ['coast', 'evening', 'plain'],
    );
    assert.match(theme.styleSheet, /\.magazine/);
  });

  for (const { slug, content } of [...theme.templates.values(), ...theme.parts.values()]) {
    it(`has only blocks in canonical form in ${slug}.html`, () => {
      assert.equal(normalBlocks(content, theme.name), content);
      for (const block of parseBlocks(content)) {
        const isText = block.name === null && block.innerContent.join('').trim() !== '';
        assert.ok(!isText, `text outside of blocks: ${block.innerContent.join('')}`);
        // A referenced part must exist.
        if (block.name === 'core/template-part') {
          assert.equal(block.attributes.theme, 'quarto');
          assert.ok(theme.parts.has(String(block.attributes.slug)), String(block.attributes.slug));
        }
      }
      // Dynamic blocks are filled in later.
      const html = renderContentParts(content)
        .filter((part) => typeof part === 'string')
        .join('');
      assert.ok(!html.includes('<!--'), html);
      const opened = html.match(/<(div|main|nav|h1|p)\b/g)?.length ?? 0;
      assert.equal(html.match(/<\/(div|main|nav|h1|p)>/g)?.length ?? 0, opened, html);
    });
  }
});

describe('an invalid theme', () => {
  const invalidThemes: readonly (readonly [problem: string, folder: () => string, messagePattern: RegExp])[] = [
    ['is missing', () => path.join(scratch, 'nothing'), /theme\.json is missing\.$/],
    ['is an empty folder', () => mkdtempSync(path.join(scratch, 'empty-')), /theme\.json is missing\.$/],
    ['has a theme.json that is not JSON', () => themeWith('theme.json', '{'), /theme\.json is not valid JSON\.$/],
    ['has a theme.json that is an array', () => themeWith('theme.json', '[]'), /theme\.json must be an object\.$/],
    [
      'has an unsupported version',
      () => themeWith('theme.json', withDeclared({ version: 2 })),
      /theme\.json must have "version": 3\.$/,
    ],
    [
      'has no name',
      () => themeWith('theme.json', withDeclared({ theme: {} })),
      /theme\.name must have 1 to 64 characters: only lowercase letters, digits, _ and -, beginning with a letter or digit\.$/,
    ],
    [
      'has a name that is a path',
      () => themeWith('theme.json', withDeclared({ theme: { name: '../up' } })),
      /theme\.name must have 1 to 64 characters/,
    ],
    [
      'has settings that are text',
      () => themeWith('theme.json', withDeclared({ settings: 'x' })),
      /theme\.json: settings must be an object\.$/,
    ],
    [
      'declares a part without a file',
      () => themeWith('parts/header.html', undefined),
      /parts\/header\.html is missing but declared in theme\.json\.$/,
    ],
    ['has no index template', () => themeWith('templates/index.html', undefined), /templates\/index\.html is missing/],
    [
      'has a template with an invalid slug',
      () => themeWith('templates/My Page.html', ''),
      /invalid file name templates\/My Page\.html: use only lowercase letters/,
    ],
    [
      'has a template that is not text',
      () => themeWith('templates/index.html', Uint8Array.of(0xff, 0xfe, 0xff)),
      /templates\/index\.html is not valid UTF-8\.$/,
    ],
    [
      'has a style sheet that ends its element',
      () => themeWith('style.css', 'a { content: "</STYLE >" }'),
      /style\.css must not contain the end tag of the style element\.$/,
    ],
    [
      'has a variation that is not JSON',
      () => themeWith('styles/evening.json', 'no'),
      /styles\/evening\.json is not valid JSON\.$/,
    ],
  ];
  for (const [problem, folder, messagePattern] of invalidThemes) {
    it(`throws an error with one sentence when it ${problem}`, () => {
      const wrong = folder();
      assert.throws(
        () => readSiteTheme({ data: scratch, theme: wrong }),
        (error: Error) => {
          assert.equal(error.name, 'ConfigError');
          assert.match(error.message, messagePattern);
          assert.ok(error.message.startsWith(`Invalid theme in ${wrong} (--theme): `), error.message);
          return true;
        },
      );
    });
  }
});

it('a theme in the data folder replaces quarto', () => {
  const data = mkdtempSync(path.join(scratch, 'data-'));
  assert.equal(readSiteTheme({ data, theme: undefined }).name, 'quarto');
  mkdirSync(path.join(data, 'theme'));
  cpSync(defaultThemeFolder, path.join(data, 'theme'), { recursive: true });
  writeFileSync(path.join(data, 'theme/theme.json'), withDeclared({ theme: { name: 'own' } }));
  assert.equal(readSiteTheme({ data, theme: undefined }).name, 'own');
  assert.equal(
    readSiteTheme({ data, theme: defaultThemeFolder }).name,
    'quarto',
    'a configured theme takes precedence',
  );
});
