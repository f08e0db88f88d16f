// Stores receipts. A receipt does not reveal who the visitor is: the visitor ID is random and stored elsewhere only in the browser.
import {
  type Builder,
  type Database,
  type ReadHandle,
  readStoredList,
  type Slots,
  statement,
  statementFamily,
  type WriteHandle,
} from 'octavo/extension';

/** A row of the table of receipts. */
interface ReceiptRow {
  /** ID of the receipt; IDs sort chronologically. */
  id: string;
  /** Random ID of the visitor, stored in a cookie of the browser. */
  visitor: string;
  /** Time of the consent, in milliseconds since 1970. */
  given: number;
  version: string;
  /** JSON list of the accepted categories. */
  categories: string;
}

type Tables = { sbc_receipts: ReceiptRow };

export const insertReceipt = statement((q: Builder<Tables>, p: Slots<ReceiptRow>) =>
  q
    .insertInto('sbc_receipts')
    .values({ id: p.id, visitor: p.visitor, given: p.given, version: p.version, categories: p.categories }),
);

export const findReceipt = statement((q: Builder<Tables>, p: Slots<{ id: string }>) =>
  q.selectFrom('sbc_receipts').selectAll().where('id', '=', p.id),
);

/** Precedes the IDs of all receipts in the order of texts. */
export const beforeAllReceipts = '';

/**
 * Follows the IDs of all receipts and visitors in the order of texts, because they consist of hexadecimal digits and hyphens. Appended to a
 * text, it follows all IDs that begin with this text.
 */
export const afterAllReceipts = 'g';

/** The receipts to find. */
export interface ReceiptFilter {
  /** The IDs are between these, both exclusive. */
  readonly lowest: string;
  readonly highest: string;
  /** Beginning of the ID of a receipt or of a visitor; empty for any. */
  readonly search: string;
  /** Name of a category that the receipts contain; empty for any. */
  readonly category: string;
  /** The version of the current text and categories. */
  readonly version: string;
}

/** The conditions of a statement that some lists do not have. */
interface ReceiptShape {
  readonly order: 'asc' | 'desc';
  /** The texts for which the receipts are. */
  readonly text: 'any' | 'current' | 'earlier';
}

interface FullShape extends ReceiptShape {
  readonly hasSearch: boolean;
  readonly hasCategory: boolean;
}

/** The values of the statements. */
type Values = ReceiptFilter & {
  /** Follows all IDs that begin with the searched text. */
  readonly searchEnd: string;
};

const select = (q: Builder<Tables>, { text, hasSearch, hasCategory }: FullShape, p: Slots<Values>) =>
  q
    .selectFrom('sbc_receipts')
    .where('id', '>', p.lowest)
    .where('id', '<', p.highest)
    .$if(text === 'current', (query) => query.where('version', '=', p.version))
    .$if(text === 'earlier', (query) => query.where('version', '<>', p.version))
    .$if(hasSearch, (query) =>
      query.where((eb) =>
        eb.or([
          eb.and([eb('id', '>=', p.search), eb('id', '<', p.searchEnd)]),
          eb.and([eb('visitor', '>=', p.search), eb('visitor', '<', p.searchEnd)]),
        ]),
      ),
    )
    .$if(hasCategory, (query) => query.where(q.dialect.contains('categories', p.category)));

const pageStatement = statementFamily(
  (q: Builder<Tables>, shape: FullShape, p: Slots<Values & { limit: number; offset: number }>) =>
    select(q, shape, p).selectAll().orderBy('id', shape.order).limit(p.limit).offset(p.offset),
);

const countStatement = statementFamily((q: Builder<Tables>, shape: FullShape, p: Slots<Values>) =>
  select(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

const toFullShape = (filter: ReceiptFilter, shape: ReceiptShape): FullShape => ({
  ...{ order: shape.order, text: shape.text },
  ...{ hasSearch: filter.search !== '', hasCategory: filter.category !== '' },
});

/** Names of categories contain no characters that JSON escapes. */
const toValues = (filter: ReceiptFilter): Values => ({
  ...{ ...filter, category: JSON.stringify(filter.category) },
  searchEnd: filter.search + afterAllReceipts,
});

/** Returns a page of the receipts that match a filter. */
export const findReceipts = (
  read: ReadHandle,
  filter: ReceiptFilter,
  shape: ReceiptShape,
  page: { readonly limit: number; readonly offset: number },
): Promise<ReceiptRow[]> => read.all(pageStatement(toFullShape(filter, shape)), { ...toValues(filter), ...page });

/** Returns the number of the receipts that match a filter. */
export async function countReceipts(read: ReadHandle, filter: ReceiptFilter, shape: ReceiptShape): Promise<number> {
  const found = await read.first(countStatement(toFullShape(filter, shape)), toValues(filter));
  return Number(found?.n ?? 0);
}

/** Maximum number of receipts that one transaction deletes. It is limited to keep write locks short. */
const batchSize = 1000;

const deleteOfVisitor = statement((q: Builder<Tables>, p: Slots<{ visitor: string; limit: number }>) =>
  q
    .deleteFrom('sbc_receipts')
    .where('id', 'in', (eb) =>
      eb.selectFrom('sbc_receipts').select('id').where('visitor', '=', p.visitor).orderBy('id').limit(p.limit),
    ),
);

/**
 * Deletes all receipts of a visitor, in batches, and returns their number. `onBatch` is called in the transaction of each batch that is not
 * empty.
 */
export async function deleteReceiptsOf(
  database: Database,
  visitor: string,
  onBatch: (tx: WriteHandle, count: number) => Promise<unknown>,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const count = await database.transaction(async (tx) => {
      const { changes } = await tx.run(deleteOfVisitor, { visitor, limit: batchSize });
      if (changes > 0) await onBatch(tx, changes);
      return changes;
    });
    deleted += count;
    if (count < batchSize) return deleted;
  }
}

export const deleteExpiredReceipts = statement((q: Builder<Tables>, p: Slots<{ before: number }>) =>
  q.deleteFrom('sbc_receipts').where('given', '<', p.before),
);

/** A receipt, as presented in responses. */
export interface Receipt {
  readonly receipt: string;
  readonly given: string;
  readonly version: string;
  readonly categories: readonly string[];
}

/** Formats a stored receipt as an object of an API response. Timestamps are formatted as ISO 8601 in UTC. */
export const presentReceipt = ({ id, given, version, categories }: ReceiptRow): Receipt => ({
  receipt: id,
  given: new Date(given).toISOString(),
  version,
  categories: readStoredList(categories, 'sbc_receipts.categories'),
});

/** Returns the beginning of the IDs of receipts at a time, in milliseconds since 1970. It precedes all of them, and follows those before. */
export const startOfReceiptsAt = (time: number): string => {
  const digits = Math.max(0, time).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
};

/** Returns a new receipt ID. The ID begins with the time (`now`, in milliseconds since 1970), so that IDs sort chronologically. */
export const newReceiptId = (now: number): string => `${startOfReceiptsAt(now)}${crypto.randomUUID().slice(13)}`;
