// Contains mistakes in the slots and parameters of statements, which the compiler must reject. This file is only type-checked.
import type { ReadHandle } from '../../server/database/handle.ts';
import {
  type Builder,
  pickSlots,
  type Slots,
  slotOf,
  statement,
  statementFamily,
} from '../../server/database/statement.ts';

interface Values {
  readonly slug: string;
  readonly author?: number;
  readonly [word: `w${number}`]: string;
}

const bySlug = statement((q, p: Slots<{ slug: string }>) =>
  q.selectFrom('entries').select('id').where('slug', '=', p.slug),
);

export const misspelt = statement((q, p: Slots<{ slug: string }>) =>
  // @ts-expect-error The statement has no slot of this name.
  q.selectFrom('entries').select('id').where('slug', '=', p.slgu),
);

export const wrongType = statement((q, p: Slots<{ slug: string }>) =>
  // @ts-expect-error The column contains numbers.
  q.selectFrom('entries').select('id').where('author', '=', p.slug),
);

export const misspeltInFamily = statementFamily((q: Builder, at: number, p: Slots<Values>) =>
  q
    .selectFrom('entries')
    .select('id')
    .where('author', '=', p.author)
    .where('title_key', '=', slotOf(p, `w${at}`))
    // @ts-expect-error No slot has a name of this form.
    .where('slug', '=', slotOf(p, `v${at}`)),
);

type Link = Slots<{ term_id: number; auto_add: number; position: string }>;

export const insert = statement((q, p: Link) => q.insertInto('menus').values(pickSlots(p, ['term_id', 'auto_add'])));

export const misspeltColumn = statement((q, p: Link) =>
  // @ts-expect-error The statement has no slot of this name.
  q.insertInto('menus').values(pickSlots(p, ['term_id', 'auto_ad'])),
);

export const missingColumn = statement((q, p: Link) =>
  // @ts-expect-error The column `auto_add` has no default.
  q.insertInto('menus').values(pickSlots(p, ['term_id'])),
);

export const wrongTypeOfColumn = statement((q, p: Link) =>
  // @ts-expect-error The column contains numbers.
  q.updateTable('menu_locations').set(pickSlots(p, ['position'])),
);

export async function parameters(read: ReadHandle): Promise<void> {
  await read.first(bySlug, { slug: 'a' });
  // @ts-expect-error The parameter is missing.
  await read.first(bySlug, {});
  // @ts-expect-error The statement has no such parameter.
  await read.first(bySlug, { slug: 'a', slgu: 'a' });
  const row = await read.first(bySlug, { slug: 'a' });
  row?.id.toFixed();
  // @ts-expect-error The column is not selected.
  row?.author;
}
