// Tests that no SQL text in the code names a table, because the tables of a statement are found in its query tree.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parse } from '@babel/parser';
import type { Node } from '@babel/types';
import { tablesInText } from '../server/database/tables-in-text.ts';

/** Yields the lines and texts of the template literals with the tag `sql`, with a question mark for each value. */
function* sqlTexts(node: Node): Generator<[line: number, text: string]> {
  if (node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && node.tag.name === 'sql')
    yield [node.loc?.start.line ?? 0, node.quasi.quasis.map(({ value }) => value.cooked).join('?')];
  for (const child of Object.values(node).flat())
    if (typeof child === 'object' && child !== null && 'type' in child) yield* sqlTexts(child as Node);
}

describe('SQL text', () => {
  it('refers to tables with sql.table', () => {
    const files = globSync('{server,extensions,bench}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
    const texts = files.flatMap((file) => {
      const { program } = parse(readFileSync(file, 'utf8'), { sourceType: 'module', plugins: ['typescript'] });
      return [...sqlTexts(program)].map(([line, text]) => ({ place: `${file}:${line}`, text }));
    });
    assert.ok(texts.length > 100, `${texts.length} texts were found`);
    assert.deepEqual(
      texts.filter(({ text }) => tablesInText(text).size > 0).map(({ place }) => place),
      [],
    );
  });
});
