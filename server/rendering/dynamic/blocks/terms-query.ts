// Blocks of a loop over terms: query, template and the fields of a term.

import { addLayoutClasses } from '../../blocks/layout.ts';
import { type Block, isRecord } from '../../blocks/parse.ts';
import {
  headingElement,
  integerInRange,
  keywordOr,
  positiveIntegersIn,
  textOf,
  wrapperAttributes,
} from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock, InnerBlocks, RenderedBlock } from '../dynamic-block.ts';
import { type LoadedData, maxListItems, type Need, type TermQuery } from '../needs.ts';
import type { TermView } from '../views.ts';

/** The query block. It is rendered as its saved HTML with the inner blocks. */
export const termsQuery: DynamicBlock = {
  name: 'core/terms-query',
  render: (block, context) => [{ innerContent: addLayoutClasses(block), context: withQuery(block, context) }],
};

export const termTemplate: DynamicBlock = { name: 'core/term-template', needs, render: renderTemplate };
export const termName: DynamicBlock = { name: 'core/term-name', render: name };
export const termCount: DynamicBlock = { name: 'core/term-count', render: count };
export const termDescription: DynamicBlock = { name: 'core/term-description', render: description };

function withQuery({ attributes }: Block, context: BlockContext): BlockContext {
  const attributeQuery = isRecord(attributes.termQuery) ? attributes.termQuery : {};
  const orderBy = attributeQuery.orderBy === 'count' ? 'count' : 'name';
  const isReversed = (attributeQuery.order === 'desc') !== (orderBy === 'count');
  const query: TermQuery = {
    taxonomy: keywordOr(attributeQuery.taxonomy, 'category'),
    orderBy,
    ...(isReversed && { reversed: true }),
    empty: attributeQuery.hideEmpty === false,
    limit: integerInRange(attributeQuery.perPage, 10, 1, maxListItems),
  };
  return {
    ...context,
    termQuery: { query, ids: positiveIntegersIn(attributeQuery.include), isNested: attributeQuery.showNested === true },
  };
}

/** Returns the query to load. If terms are selected, the maximum number of terms is loaded, so that the result includes them. */
const queryOf = ({ query, ids }: NonNullable<BlockContext['termQuery']>): TermQuery =>
  ids.length > 0 ? { ...query, limit: 500 } : query;

function needs(_: Block, { termQuery }: BlockContext): Need[] {
  return termQuery ? [{ kind: 'terms', query: queryOf(termQuery) }] : [];
}

function renderTemplate(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const { termQuery: enclosingQuery } = context;
  if (!enclosingQuery) return '';
  const isSelected = ({ id, parent }: TermView) =>
    enclosingQuery.ids.length > 0 ? enclosingQuery.ids.includes(id) : enclosingQuery.isNested || parent === 0;
  const terms = found.terms(queryOf(enclosingQuery)).filter(isSelected).slice(0, enclosingQuery.query.limit);
  if (terms.length === 0) return '';
  const { termQuery: _, ...outside } = context;
  return [
    `<ul${wrapperAttributes(block)}>`,
    ...terms.flatMap((term): (string | InnerBlocks)[] => [
      `<li class="wp-block-term term-${term.id}">`,
      { innerContent: block.innerContent, context: { ...outside, term } },
      '</li>',
    ]),
    '</ul>',
  ];
}

function name(block: Block, { term }: BlockContext): string {
  if (!term) return '';
  const tag = headingElement(block.attributes.level, 0);
  const text = textOf(term.name);
  return `<${tag}${wrapperAttributes(block)}>${block.attributes.isLink === true ? `<a href="${term.url}">${text}</a>` : text}</${tag}>`;
}

const brackets: Readonly<Record<string, readonly [string, string]>> = {
  none: ['', ''],
  round: ['(', ')'],
  square: ['[', ']'],
  curly: ['{', '}'],
  angle: ['&lt;', '&gt;'],
};

function count(block: Block, { term }: BlockContext): string {
  if (!term) return '';
  const [open, close] = brackets[keywordOr(block.attributes.bracketType, 'round')] ?? ['(', ')'];
  return `<div${wrapperAttributes(block)}>${open}${term.count}${close}</div>`;
}

function description(block: Block, { term }: BlockContext): string {
  return term && term.description !== '' ? `<div${wrapperAttributes(block)}>${term.description}</div>` : '';
}
