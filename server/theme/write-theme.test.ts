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

/** A theme, written down and read again. */
function again(theme: Theme): Theme {
  const folder = mkdtempSync(path.join(scratch, 'copy-'));
  for (const [file, text] of writeTheme(theme)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return { ...readTheme(folder), folder: theme.folder };
}

describe('a theme as files', () => {
  const quarto = readTheme(defaultThemeFolder);

  it('is the same when it is read again', () => {
    assert.deepEqual(again(quarto), quarto);
  });

  it('is the same with everything that a theme can have', () => {
    const part = '<!-- wp:template-part {"slug":"header","area":"header","theme":"quarto"} /-->';
    const whole: Theme = {
      ...quarto,
      authorUri: 'https://example.com/',
      templates: new Map([
        ...quarto.templates,
        [
          'wide',
          { slug: 'wide', title: 'Wide', description: 'For pictures.', content: part, area: '', postTypes: ['post'] },
        ],
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
    assert.deepEqual(again(whole), whole);
    const written = writeTheme(whole).get('templates/wide.html');
    assert.equal(written, '<!-- wp:template-part {"slug":"header","area":"header"} /-->\n', 'it can be renamed');
  });

  it('has patterns as the theme names them, and refuses those it cannot use', () => {
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
      ['call', /patterns must be a list/],
      [[{ name: '../theme' }], /name must be small letters/],
      [[{ name: 'absent' }], /patterns\/absent\.html cannot be read \(ENOENT\)/],
      [[{ name: 'call', viewportWidth: 'wide' }], /viewportWidth must be a number/],
      [[{ name: 'call', inserter: 1 }], /inserter must be true or false/],
      [[{ name: 'call', keywords: [1] }], /keywords must be text/],
    ];
    for (const [patterns, told] of wrong) assert.throws(() => withPatterns(patterns), told);
  });
});
