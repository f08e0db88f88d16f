import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { harmlessValues, hostileConfiguration, hostileText } from '../../../test/hostile-css.ts';
import { compileThemeCss } from './compile.ts';

describe('hostile settings and styles', () => {
  /** Parses CSS with another parser. Returns what is outside of declarations, and the properties with values removed. */
  function parse(css: string) {
    const { code, warnings } = transformSync(css, { loader: 'css', supported: { nesting: true } });
    // The parser writes long values and lists of selectors in several lines.
    const lines = code
      .replace(/([,:])\n\s+/g, '$1 ')
      .split('\n')
      .filter((line) => line.trim() !== '' && line.trim() !== '}');
    const isDeclaration = (line: string) => /^\s+[-\w]+: ?.*;$/.test(line);
    return {
      warnings,
      structure: lines.filter((line) => !isDeclaration(line)).map((line) => line.trim()),
      properties: lines.filter(isDeclaration).map((line) => line.trim().split(':', 1)[0] ?? ''),
    };
  }

  const references = harmlessValues.map((value) => parse(compileThemeCss(hostileConfiguration(value, ''))));
  const structure = new Set(references.flatMap((reference) => reference.structure));
  const properties = new Set(references.flatMap((reference) => reference.properties));

  it('add no rules and no properties', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const css = compileThemeCss(hostileConfiguration(value, ''));
        assert.ok(!/<\/|<!--/.test(css));
        const parsed = parse(css);
        assert.deepEqual(parsed.warnings, []);
        assert.deepEqual(
          parsed.structure.filter((line) => !structure.has(line)),
          [],
        );
        assert.deepEqual(
          parsed.properties.filter((property) => !properties.has(property)),
          [],
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('have names of letters, digits and hyphens', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        const node = { color: { text: 'red' } };
        const css = compileThemeCss({
          settings: {
            color: { palette: [{ slug: name, color: 'red' }] },
            custom: { [name]: { [name]: '1' } },
            blocks: { [name]: { color: { palette: [{ slug: name, color: 'red' }] } } },
          },
          styles: {
            color: { text: `var:preset|color|${name}`, [name]: 'red' },
            elements: { [name]: node, link: { [name]: node } },
            blocks: { [name]: node, 'core/quote': { [name]: node, variations: { [name]: node } } },
          },
        });
        const { warnings, structure: rules } = parse(css);
        assert.deepEqual(warnings, []);
        assert.ok(
          rules.every((line) => /^[-\w.,:>*+()@ ]*(?:\{|,)?$/.test(line)),
          rules.join('\n'),
        );
        assert.ok(!/evil\{|@import|</.test(css));
      }),
      { numRuns: 500 },
    );
  });

  it('cannot leave their place with custom CSS', () => {
    const after = '.has-a-color{color:var(--wp--preset--color--a)!important}';
    fc.assert(
      fc.property(hostileText, (custom) => {
        const css = compileThemeCss(hostileConfiguration('red', custom));
        assert.ok(!/<\/|<!--/.test(css));
        assert.ok(css.includes(after));
        // A rule after the custom CSS is still at the top level of the style sheet.
        const { code } = transformSync(css, { loader: 'css', supported: { nesting: true }, logLevel: 'silent' });
        assert.ok(!/^\s*@import/im.test(code));
        assert.match(code, /^\.has-a-color \{\n {2}color: var\(--wp--preset--color--a\) !important;\n\}/m);
      }),
      { numRuns: 1000 },
    );
  });
});
