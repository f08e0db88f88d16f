// A loop over entries: the query, what is repeated for each entry, what is shown where there is none, and pages.
import { type Block, isRecord } from '../../blocks/grammar.ts';
import { withLayoutClasses } from '../../blocks/layout.ts';
import type { Context, DynamicBlock, Inner, Shown } from '../dynamic-block.ts';
import { type EntryQuery, entryQuery, type Found, mostEntries, type Need } from '../needs.ts';
import { numbersIn, ownAttributes, textOf, wholeNumber, word } from '../text.ts';

/** The blocks around and inside a loop; the query itself is its saved HTML with the others in it. */
export const query: DynamicBlock = {
  name: 'core/query',
  render: (block, context) => [{ pieces: withLayoutClasses(block), context: withQuery(block, context) }],
};

export const postTemplate: DynamicBlock = { name: 'core/post-template', needs: needsEntries, render: repeat };
export const noResults: DynamicBlock = { name: 'core/query-no-results', needs: needsEntries, render: ofNothing };
export const queryTotal: DynamicBlock = { name: 'core/query-total', needs: needsTotal, render: total };

function withQuery({ attributes }: Block, context: Context): Context {
  const asked = isRecord(attributes.query) ? attributes.query : {};
  const number = String(wholeNumber(attributes.queryId, 0, 0, 999_999));
  const pages = wholeNumber(asked.pages, 0, 0, 1_000_000);
  return { ...context, query: { number, query: queryOf(asked), pages } };
}

const orders: readonly unknown[] = ['date', 'title', 'modified', 'menu_order', 'author', 'id'];

function queryOf(asked: Readonly<Record<string, unknown>>): EntryQuery {
  return entryQuery({
    type: word(asked.postType, 'post'),
    orderBy: orders.includes(asked.orderBy) ? (asked.orderBy as EntryQuery['orderBy']) : 'date',
    order: asked.order === 'asc' ? 'asc' : 'desc',
    limit: wholeNumber(asked.perPage, 10, 1, mostEntries),
    offset: wholeNumber(asked.offset, 0, 0, 1_000_000),
    terms: termsIn(asked.taxQuery),
    authors: numbersIn(asked.author),
    without: numbersIn(asked.exclude),
    parents: numbersIn(asked.parents),
    search: typeof asked.search === 'string' ? asked.search.trim().slice(0, 200) : '',
    sticky: asked.sticky === 'only' ? 'only' : asked.sticky === 'exclude' ? 'without' : 'both',
  });
}

/** Either taxonomies with their terms, or an object of those to include and those to exclude. */
function termsIn(asked: unknown): EntryQuery['terms'] {
  if (!isRecord(asked)) return [];
  const { include, exclude, ...plain } = asked;
  const named = (part: unknown, without: boolean) =>
    Object.entries(isRecord(part) ? part : {})
      .slice(0, 5)
      .map(([taxonomy, terms]) => ({ taxonomy: word(taxonomy), ids: numbersIn(terms), ...(without && { without }) }))
      .filter(({ taxonomy, ids }) => taxonomy !== '' && ids.length > 0);
  return [...named(plain, false), ...named(include, false), ...named(exclude, true)] as EntryQuery['terms'];
}

function needsEntries(_: Block, { query: around }: Context): Need[] {
  return around ? [{ kind: 'entries', query: around.query }] : [];
}

function needsTotal(_: Block, { query: around }: Context): Need[] {
  return around ? [{ kind: 'total', query: around.query }] : [];
}

function repeat(block: Block, context: Context, found: Found): Shown {
  const entries = context.query ? found.entries(context.query.query) : [];
  if (entries.length === 0) return '';
  const layout = isRecord(block.attributes.layout) ? block.attributes.layout : {};
  const grid = layout.type === 'grid';
  const columns = wholeNumber(layout.columnCount, 3, 1, 12);
  const classes = grid ? [`columns-${columns}`, 'is-layout-grid'] : ['is-layout-flow'];
  const { query: _, ...outside } = context;
  return [
    `<ul${ownAttributes(block, classes)}>`,
    ...entries.flatMap((entry): (string | Inner)[] => [
      `<li class="wp-block-post post-${entry.id} ${entry.type} type-${entry.type} status-publish">`,
      { pieces: block.pieces, context: { ...outside, entry } },
      '</li>',
    ]),
    '</ul>',
  ];
}

function ofNothing(block: Block, context: Context, found: Found): Shown {
  if (!context.query || found.entries(context.query.query).length > 0) return '';
  return [`<div${ownAttributes(block)}>`, { pieces: block.pieces, context }, '</div>'];
}

function total(block: Block, { query: around }: Context, found: Found): string {
  if (!around) return '';
  const number = found.total(around.query);
  const { offset, limit } = around.query;
  const shown = Math.max(0, Math.min(limit, number - offset));
  const text =
    block.attributes.displayType === 'range-display'
      ? `Displaying ${shown === 0 ? 0 : 1} – ${shown} of ${number}`
      : `${number} ${number === 1 ? 'result' : 'results'} found`;
  return `<div${ownAttributes(block)}>${textOf(text)}</div>`;
}
