import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeContract } from '../../../contract/contract.ts';
import { always } from '../../access/conditions.ts';
import type { ListShape } from './list-store.ts';
import { mayScanPage, slowParameter } from './may-scan.ts';

const contract = makeContract({});
const plain: ListShape = {
  visible: always,
  states: 'one',
  filters: [],
  terms: [],
  relation: 'AND',
  format: 'any',
  alongTerm: false,
  orderby: 'date',
  order: 'desc',
};
const search = { wanted: 1, unwanted: 0, columns: ['title'], exact: false, inFiles: false } as const;
const term = (taxonomy: string, match: 'any' | 'none') => ({ taxonomy, match });

const lists: readonly [what: string, shape: Partial<ListShape>, offset: number, slow: string | undefined][] = [
  ['a first page', {}, 0, undefined],
  ['any order with an index', { orderby: 'title' }, 0, undefined],
  ['one author, by date', { filters: ['author'] }, 0, undefined],
  ['one category, along its index', { terms: [term('category', 'any')], alongTerm: true }, 0, undefined],
  ['entries that are named', { filters: ['include', 'after'], orderby: 'title' }, 5000, undefined],
  ['words', { search, filters: ['slug'] }, 0, 'search'],
  ['a far page', {}, 5000, 'page'],
  ['one author, by title', { filters: ['author'], orderby: 'title' }, 0, 'author'],
  ['dates, by title', { filters: ['after'], orderby: 'title' }, 0, 'after'],
  ['two filters', { filters: ['modifiedAfter', 'author'] }, 0, 'modified_after'],
  ['other authors', { filters: ['otherAuthors'] }, 0, 'author_exclude'],
  ['some categories', { terms: [term('category', 'any')] }, 0, 'categories'],
  ['no category of some', { terms: [term('category', 'none')] }, 0, 'categories_exclude'],
  ['some formats', { format: 'several' }, 0, 'format'],
  ['states, by title', { states: 'several', orderby: 'title' }, 0, 'status'],
];

for (const [what, shape, offset, slow] of lists) {
  it(`a list of ${what} ${slow === undefined ? 'is read at once' : `may scan because of ${slow}`}`, () => {
    const whole = { ...plain, ...shape };
    assert.equal(mayScanPage(whole, { offset }), slow !== undefined);
    if (slow !== undefined) assert.equal(slowParameter(contract, whole, { offset }), slow);
  });
}
