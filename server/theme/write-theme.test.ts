import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { defaultThemeFolder, readTheme } from './read-theme.ts';
import type { Theme } from './theme.ts';
import { writeTheme } from './write-theme.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'octavo-write-theme-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Returns a theme after writing it to a folder and reading it back. */
function roundTrip(theme: Theme): Theme {
  const folder = mkdtempSync(path.join(scratch, 'copy-'));
  for (const [file, text] of writeTheme(theme)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return { ...readTheme(folder), folder: theme.folder };
}

describe('writeTheme', () => {
  const quarto = readTheme(defaultThemeFolder);

  it('round-trips quarto', () => {
    assert.deepEqual(roundTrip(quarto), quarto);
  });

  it('round-trips a theme with every optional property', () => {
    const content = '<!-- wp:template-part {"slug":"header","area":"header","theme":"quarto"} /-->';
    const fullTheme: Theme = {
      ...quarto,
      authorUri: 'https://example.com/',
      styleSheet: '',
      templates: new Map([
        ...quarto.templates,
        ['wide', { slug: 'wide', title: 'Wide', description: 'For pictures.', content, area: '', postTypes: ['post'] }],
      ]),
      parts: new Map([
        ...[...quarto.parts].filter(([slug]) => slug < 'sidebar'),
        ['sidebar', { slug: 'sidebar', title: 'Side', description: 'Beside.', content: 'x', area: 'uncategorized' }],
      ]),
      patterns: [
        {
          ...{ slug: 'call', title: 'A call', description: 'A box.', content: '<!-- wp:search /-->' },
          ...{ categories: ['calls'], keywords: ['box'], blockTypes: ['core/group'] },
          ...{ postTypes: ['page'], templateTypes: ['single'], viewportWidth: 800, inserter: false },
        },
      ],
      patternCategories: [{ name: 'calls', label: 'Calls', description: 'To do something.' }],
    };
    assert.deepEqual(roundTrip(fullTheme), fullTheme);
    const written = writeTheme(fullTheme).get('templates/wide.html');
    assert.equal(written, '<!-- wp:template-part {"slug":"header","area":"header"} /-->\n', 'the theme can be renamed');
  });

  it('reads declared patterns and rejects invalid ones', () => {
    const folder = mkdtempSync(path.join(scratch, 'patterns-'));
    for (const [file, text] of writeTheme(quarto)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const declared = JSON.parse(writeTheme(quarto).get('theme.json') ?? '');
    const withPatterns = (patterns: unknown) => {
      writeFileSync(path.join(folder, 'theme.json'), JSON.stringify({ ...declared, patterns }));
      return readTheme(folder).patterns;
    };
    mkdirSync(path.join(folder, 'patterns'), { recursive: true });
    writeFileSync(path.join(folder, 'patterns/call.html'), '<!-- wp:core/search {} /-->\n');
    const [call] = withPatterns([{ name: 'call' }]);
    assert.deepEqual([call?.title, call?.content, call?.viewportWidth], ['call', '<!-- wp:search /-->', 1200]);
    const wrong: readonly (readonly [unknown, RegExp])[] = [
      ['call', /patterns must be an array/],
      [[{ name: '../theme' }], /name may contain only lowercase letters/],
      [[{ name: 'absent' }], /patterns\/absent\.html cannot be read \(ENOENT\)/],
      [[{ name: 'call', viewportWidth: 'wide' }], /viewportWidth must be a number/],
      [[{ name: 'call', inserter: 1 }], /inserter must be true or false/],
      [[{ name: 'call', keywords: [1] }], /keywords must be a string/],
    ];
    for (const [patterns, messagePattern] of wrong) assert.throws(() => withPatterns(patterns), messagePattern);
  });
});
