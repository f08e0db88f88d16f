// Reads what visitors are asked about cookies, and the receipts of their consent, and deletes receipts.
import { type Page, type QueryValue, send } from '../client.ts';

/** The name of the extension, and of its settings. */
export const consentName = 'sbc';

/** A category of cookies. */
interface CookieCategory {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** Whether it is part of every consent. */
  readonly required: boolean;
}

/** The text and the categories that visitors choose from. */
export interface ConsentText {
  /** A hash of the text and the categories. Receipts with another one are no longer valid. */
  readonly version: string;
  readonly text: string;
  readonly categories: readonly CookieCategory[];
  /** Number of days after which receipts are deleted. */
  readonly retentionDays: number;
}

/** A receipt of what a visitor has accepted. */
export interface Receipt {
  readonly receipt: string;
  /** The random ID of the visitor, which is stored in a cookie of the browser. */
  readonly visitor: string;
  /** The time, in GMT. */
  readonly given: string;
  /** The version of the text and the categories. */
  readonly version: string;
  /** The names of the accepted categories. */
  readonly categories: readonly string[];
}

const path = '/sbc/v1';

/** Reads what visitors are asked. Throws ApiError. */
export async function readConsentText(signal?: AbortSignal): Promise<ConsentText> {
  const options = signal && { signal };
  const [consent, settings] = await Promise.all([
    send<Omit<ConsentText, 'retentionDays'>>(`${path}/consent`, options),
    send<{ readonly retention_days: number }>(`${path}/settings`, options),
  ]);
  const { version, text, categories } = consent.data;
  return { version, text, categories, retentionDays: settings.data.retention_days };
}

interface ReceiptsResponse {
  readonly receipts: readonly Receipt[];
  readonly next: string | null;
  readonly total: number;
}

/** A query of receipts, with the parameters of the API. */
export type ReceiptQuery = Readonly<Record<string, QueryValue>>;

const readReceipts = async (query: ReceiptQuery, signal?: AbortSignal): Promise<ReceiptsResponse> =>
  (await send<ReceiptsResponse>(`${path}/receipts`, { query, ...(signal && { signal }) })).data;

/** Reads a page of the receipts, the newest first. Throws ApiError. */
export async function listReceipts(
  query: ReceiptQuery & { readonly per_page: number },
  signal?: AbortSignal,
): Promise<Page<Receipt>> {
  const { receipts, total } = await readReceipts({ ...query, order: 'desc', with_total: true }, signal);
  return { items: receipts, total, pages: Math.ceil(total / query.per_page) };
}

/** The number of receipts in one response of an export. */
const exportPageSize = 1000;

/** Reads all receipts that match a query, the oldest first, page by page. Throws ApiError. */
export async function* readAllReceipts(query: ReceiptQuery, signal: AbortSignal): AsyncGenerator<readonly Receipt[]> {
  const firstPage = { ...query, page: 1, per_page: exportPageSize, order: 'asc' };
  for (let after: string | null = ''; after !== null; ) {
    const { receipts, next }: ReceiptsResponse = await readReceipts({ ...firstPage, after }, signal);
    yield receipts;
    after = next;
  }
}

/** Returns the number of receipts of a visitor. Throws ApiError. */
export const countReceiptsOf = async (visitor: string): Promise<number> =>
  (await readReceipts({ search: visitor, per_page: 1, with_total: true })).total;

/** Deletes all receipts of a visitor. Resolves with their number. Throws ApiError. */
export const deleteReceiptsOf = async (visitor: string): Promise<number> =>
  (await send<{ readonly erased: number }>(`${path}/receipts`, { method: 'DELETE', query: { visitor } })).data.erased;
