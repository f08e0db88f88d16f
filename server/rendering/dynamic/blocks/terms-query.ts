// A loop over terms: the query, what is repeated for each term, and the parts of a term.
import { type Block, isRecord } from '../../blocks/grammar.ts';
import { withLayoutClasses } from '../../blocks/layout.ts';
import type { Context, DynamicBlock, Inner, Shown } from '../dynamic-block.ts';
import { type Found, mostEntries, type Need, type TermQuery } from '../needs.ts';
import type { ShownTerm } from '../shown.ts';
import { headingIn, numbersIn, ownAttributes, textOf, wholeNumber, word } from '../text.ts';

/** The query is its saved HTML with the blocks in it. */
export const termsQuery: DynamicBlock = {
  name: 'core/terms-query',
  render: (block, context) => [{ pieces: withLayoutClasses(block), context: withQuery(block, context) }],
};

export const termTemplate: DynamicBlock = { name: 'core/term-template', needs, render: repeat };
export const termName: DynamicBlock = { name: 'core/term-name', render: name };
export const termCount: DynamicBlock = { name: 'core/term-count', render: count };
export const termDescription: DynamicBlock = { name: 'core/term-description', render: description };

function withQuery({ attributes }: Block, context: Context): Context {
  const asked = isRecord(attributes.termQuery) ? attributes.termQuery : {};
  const orderBy = asked.orderBy === 'count' ? 'count' : 'name';
  const isReversed = (asked.order === 'desc') !== (orderBy === 'count');
  const query: TermQuery = {
    taxonomy: word(asked.taxonomy, 'category'),
    orderBy,
    ...(isReversed && { reversed: true }),
    empty: asked.hideEmpty === false,
    limit: wholeNumber(asked.perPage, 10, 1, mostEntries),
  };
  return { ...context, termQuery: { query, ids: numbersIn(asked.include), isNested: asked.showNested === true } };
}

/** Where terms are chosen, as many are looked for as may be: the chosen ones are among them. */
const queryOf = ({ query, ids }: NonNullable<Context['termQuery']>): TermQuery =>
  ids.length > 0 ? { ...query, limit: 500 } : query;

function needs(_: Block, { termQuery }: Context): Need[] {
  return termQuery ? [{ kind: 'terms', query: queryOf(termQuery) }] : [];
}

function repeat(block: Block, context: Context, found: Found): Shown {
  const { termQuery: around } = context;
  if (!around) return '';
  const chosen = ({ id, parent }: ShownTerm) =>
    around.ids.length > 0 ? around.ids.includes(id) : around.isNested || parent === 0;
  const terms = found.terms(queryOf(around)).filter(chosen).slice(0, around.query.limit);
  if (terms.length === 0) return '';
  const { termQuery: _, ...outside } = context;
  return [
    `<ul${ownAttributes(block)}>`,
    ...terms.flatMap((term): (string | Inner)[] => [
      `<li class="wp-block-term term-${term.id}">`,
      { pieces: block.pieces, context: { ...outside, term } },
      '</li>',
    ]),
    '</ul>',
  ];
}

function name(block: Block, { term }: Context): string {
  if (!term) return '';
  const tag = headingIn(block.attributes.level, 0);
  const text = textOf(term.name);
  return `<${tag}${ownAttributes(block)}>${block.attributes.isLink === true ? `<a href="${term.address}">${text}</a>` : text}</${tag}>`;
}

const brackets: Readonly<Record<string, readonly [string, string]>> = {
  none: ['', ''],
  round: ['(', ')'],
  square: ['[', ']'],
  curly: ['{', '}'],
  angle: ['&lt;', '&gt;'],
};

function count(block: Block, { term }: Context): string {
  if (!term) return '';
  const [open, close] = brackets[word(block.attributes.bracketType, 'round')] ?? ['(', ')'];
  return `<div${ownAttributes(block)}>${open}${term.count}${close}</div>`;
}

function description(block: Block, { term }: Context): string {
  return term && term.description !== '' ? `<div${ownAttributes(block)}>${term.description}</div>` : '';
}
