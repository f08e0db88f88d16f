// Blocks of a loop over entries: the query, the template, the text that is displayed if there are no results, and the total.

import { addLayoutClasses } from '../../blocks/layout.ts';
import { type Block, isRecord } from '../../blocks/parse.ts';
import { integerInRange, keywordOr, positiveIntegersIn, textOf, wrapperAttributes } from '../../blocks/text.ts';
import type { BlockContext, DynamicBlock, InnerBlocks, RenderedBlock } from '../dynamic-block.ts';
import { createEntryQuery, type EntryQuery, type LoadedData, maxListItems } from '../needs.ts';
import { entriesOfQuery, needsEntriesOfQuery, needsTotalOfQuery, totalOfQuery } from './query-results.ts';

/** The query block. It is rendered as its saved HTML with the inner blocks. */
export const query: DynamicBlock = {
  name: 'core/query',
  render: (block, context) => [{ innerContent: addLayoutClasses(block), context: withQuery(block, context) }],
};

export const postTemplate: DynamicBlock = {
  name: 'core/post-template',
  needs: (_, context) => needsEntriesOfQuery(context),
  render: renderTemplate,
};
export const noResults: DynamicBlock = {
  name: 'core/query-no-results',
  needs: (_, context) => needsEntriesOfQuery(context),
  render: renderNoResults,
};
export const queryTotal: DynamicBlock = {
  name: 'core/query-total',
  needs: (_, context) => needsTotalOfQuery(context),
  render: total,
};

function withQuery({ attributes }: Block, context: BlockContext): BlockContext {
  const attributeQuery = isRecord(attributes.query) ? attributes.query : {};
  const number = String(integerInRange(attributes.queryId, 0, 0, 999_999));
  const pages = integerInRange(attributeQuery.pages, 0, 0, 1_000_000);
  const first = queryOf(attributeQuery);
  const list = attributeQuery.inherit === true ? context.page?.list : undefined;
  const page = list?.page ?? context.page?.queryPages.get(number) ?? 1;
  const query = page === 1 ? first : { ...first, offset: first.offset + (page - 1) * first.limit };
  return { ...context, query: { number, query, page, skipped: first.offset, pages, ...(list && { list }) } };
}

const orders: readonly unknown[] = ['date', 'title', 'modified', 'menu_order', 'author', 'id'];

function queryOf(attributeQuery: Readonly<Record<string, unknown>>): EntryQuery {
  return createEntryQuery({
    type: keywordOr(attributeQuery.postType, 'post'),
    orderBy: orders.includes(attributeQuery.orderBy) ? (attributeQuery.orderBy as EntryQuery['orderBy']) : 'date',
    order: attributeQuery.order === 'asc' ? 'asc' : 'desc',
    limit: integerInRange(attributeQuery.perPage, 10, 1, maxListItems),
    offset: integerInRange(attributeQuery.offset, 0, 0, 1_000_000),
    terms: termsIn(attributeQuery.taxQuery),
    authors: positiveIntegersIn(attributeQuery.author),
    without: positiveIntegersIn(attributeQuery.exclude),
    parents: positiveIntegersIn(attributeQuery.parents),
    search: typeof attributeQuery.search === 'string' ? attributeQuery.search.trim().slice(0, 200) : '',
    sticky: attributeQuery.sticky === 'only' ? 'only' : attributeQuery.sticky === 'exclude' ? 'without' : 'both',
  });
}

/** Parses a taxonomy query, which contains terms keyed by taxonomy, directly or in the objects `include` and `exclude`. */
function termsIn(attributeQuery: unknown): EntryQuery['terms'] {
  if (!isRecord(attributeQuery)) return [];
  const { include, exclude, ...byTaxonomy } = attributeQuery;
  const named = (termsByTaxonomy: unknown, without: boolean) =>
    Object.entries(isRecord(termsByTaxonomy) ? termsByTaxonomy : {})
      .slice(0, 5)
      .map(([taxonomy, terms]) => ({
        taxonomy: keywordOr(taxonomy),
        ids: positiveIntegersIn(terms),
        ...(without && { without }),
      }))
      .filter(({ taxonomy, ids }) => taxonomy !== '' && ids.length > 0);
  return [...named(byTaxonomy, false), ...named(include, false), ...named(exclude, true)] as EntryQuery['terms'];
}

function renderTemplate(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  const entries = entriesOfQuery(context, found);
  if (entries.length === 0) return '';
  const layout = isRecord(block.attributes.layout) ? block.attributes.layout : {};
  const grid = layout.type === 'grid';
  const columns = integerInRange(layout.columnCount, 3, 1, 12);
  const classes = grid ? [`columns-${columns}`, 'is-layout-grid'] : ['is-layout-flow'];
  const { query: _, ...outside } = context;
  return [
    `<ul${wrapperAttributes(block, classes)}>`,
    ...entries.flatMap((entry): (string | InnerBlocks)[] => [
      `<li class="wp-block-post post-${entry.id} ${entry.type} type-${entry.type} status-publish">`,
      { innerContent: block.innerContent, context: { ...outside, entry } },
      '</li>',
    ]),
    '</ul>',
  ];
}

function renderNoResults(block: Block, context: BlockContext, found: LoadedData): RenderedBlock {
  if (!context.query || entriesOfQuery(context, found).length > 0) return '';
  return [`<div${wrapperAttributes(block)}>`, { innerContent: block.innerContent, context }, '</div>'];
}

function total(block: Block, context: BlockContext, found: LoadedData): string {
  const { query: enclosingQuery } = context;
  if (!enclosingQuery) return '';
  const totalCount = totalOfQuery(context, found);
  const {
    list,
    page,
    skipped,
    query: { limit },
  } = enclosingQuery;
  const perPage = list?.perPage ?? limit;
  const before = (page - 1) * perPage;
  const rangeEnd = Math.max(0, Math.min(before + perPage, totalCount - (list ? 0 : skipped)));
  const text =
    block.attributes.displayType === 'range-display'
      ? `Displaying ${rangeEnd === 0 ? 0 : before + 1} – ${rangeEnd} of ${totalCount}`
      : `${totalCount} ${totalCount === 1 ? 'result' : 'results'} found`;
  return `<div${wrapperAttributes(block)}>${textOf(text)}</div>`;
}
