// Tests the changelog: fragments, sections, and how a release assembles them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assemble, findFragmentProblems, formatChangelog, parseChangelog, parseFragments } from './changelog.ts';

const text = `# Changelog

All versions.

## 0.3.0 - unreleased

### Added

- A first item
  with two lines.

## 0.2.0 - 2026-11-23

An introduction.

### Changed

- **Breaking:** An option has another name.
`;

describe('fragments', () => {
  it('have a category in their name and one paragraph', () => {
    const files = [
      { name: 'access-log.added.md', text: 'The option `--access-log`\nwrites a line for each request.\n' },
      { name: 'flags-2.removed.md', text: '**Breaking:** The option `--flag`.\n' },
    ];
    assert.deepEqual(files.flatMap(findFragmentProblems), []);
    assert.deepEqual(parseFragments(files), [
      { category: 'added', text: 'The option `--access-log`\nwrites a line for each request.' },
      { category: 'removed', text: '**Breaking:** The option `--flag`.' },
    ]);
  });

  const invalid: readonly (readonly [name: string, text: string, problem: RegExp])[] = [
    ['access-log.md', 'A log.', /must be named NAME\.CATEGORY\.md/],
    ['access-log.new.md', 'A log.', /must be named/],
    ['Access_log.added.md', 'A log.', /must be named/],
    ['a.added.md', '\n', /is empty/],
    ['a.added.md', 'One.\n\nTwo.', /has more than one paragraph/],
    ['a.added.md', '- An item.', /contains a heading or a list/],
    ['a.added.md', `A${' long'.repeat(30)} line.`, /more than 132 characters/],
    ['a.added.md', 'a log.', /does not begin with a capital letter/],
    ['a.added.md', 'A log', /does not end with a period/],
  ];
  for (const [name, content, problem] of invalid)
    it(`are rejected: ${name} ${JSON.stringify(content.slice(0, 20))}`, () => {
      assert.match(findFragmentProblems({ name, text: content }).join('\n'), problem);
      assert.throws(() => parseFragments([{ name, text: content }]), problem);
    });
});

describe('the changelog', () => {
  it('is unchanged when it is parsed and formatted', () => {
    assert.equal(formatChangelog(parseChangelog(text)), text);
    assert.deepEqual(parseChangelog(text).sections[0]?.items, { added: ['A first item\nwith two lines.'] });
  });

  for (const [change, problem] of [
    [(from: string) => from.replace('0.2.0 - 2026-11-23', '0.2.0 - unreleased'), /0\.2\.0 has no date/],
    [(from: string) => from.replace('0.3.0', '0.1.0'), /0\.2\.0 is not below a newer version/],
    [(from: string) => from.replace('0.3.0 -', '0.3 -'), /## 0\.3 - unreleased is not of the form/],
    [(from: string) => from.replace('### Added', '### New'), /0\.3\.0 has an unknown or misplaced category: ### New/],
    [(from: string) => `${from}\n### Added\n\n- Late.\n`, /misplaced category: ### Added/],
  ] as const)
    it(`is rejected: ${problem.source}`, () => assert.throws(() => parseChangelog(change(text)), problem));
});

describe('a release', () => {
  const fragments = parseFragments([
    { name: 'a.added.md', text: 'A second item.\n' },
    { name: 'b.fixed.md', text: 'A fix.\n' },
  ]);

  it('adds the fragments to the unreleased section of its version, and dates it', () => {
    const [first, second] = assemble(parseChangelog(text), fragments, '0.3.0', '2027-01-02').sections;
    assert.deepEqual(first, {
      ...{ version: '0.3.0', date: '2027-01-02', introduction: '' },
      items: { added: ['A first item\nwith two lines.', 'A second item.'], fixed: ['A fix.'] },
    });
    assert.equal(second?.version, '0.2.0');
  });

  it('creates a section for a version that has none', () => {
    const released = text.replace('unreleased', '2026-12-24');
    const { sections } = assemble(parseChangelog(released), fragments, '0.3.1', '2027-01-02');
    assert.deepEqual(
      sections.map(({ version, date }) => `${version} ${date}`),
      ['0.3.1 2027-01-02', '0.3.0 2026-12-24', '0.2.0 2026-11-23'],
    );
    assert.throws(
      () => assemble(parseChangelog(released), fragments, '0.3.0', '2027-01-02'),
      /0\.3\.0 is already released/,
    );
    assert.throws(() => assemble(parseChangelog(released), fragments, '0.2.9', '2027-01-02'), /0\.3\.0 is not below/);
  });
});
