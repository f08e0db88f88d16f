// What a page shows of an entry: what anybody is answered by the API, so that no page shows more than that does.
import { textOf } from '../http/json-text.ts';
import type { Dispatch } from '../http/pipeline.ts';
import { makeRequest } from '../http/request.ts';
import type { PageRequest } from '../look/page.ts';
import { Refusal } from '../refusal.ts';

export interface ShownPage {
  /** As HTML. */
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  /** Site time. */
  readonly date: string;
  readonly author: string;
  readonly terms: readonly string[];
  readonly picture: { readonly address: string; readonly text: string; readonly size: string } | undefined;
  /** Whether a password is asked for, and was not given. */
  readonly locked: boolean;
}

/** What lets more be seen than everybody sees. */
export interface Keys {
  readonly password: string | undefined;
  readonly preview: string | undefined;
  /** The number of the autosave that stands for the text. */
  readonly autosave: number;
}

/** Who asks, and until when. */
export type Sender = Pick<PageRequest, 'from' | 'signal'>;

/** What is answered about the entry at an address of the API; undefined where it may not be seen. */
export async function shownPage(
  dispatch: Dispatch,
  address: string,
  { password, preview, autosave }: Keys,
  sender: Sender,
): Promise<ShownPage | undefined> {
  const keys = {
    ...(password !== undefined && { password }),
    ...(preview !== undefined && { preview_nonce: preview }),
  };
  const entry = await ask(dispatch, address, { ...keys, _embed: 'author,cms:term,cms:featuredmedia' }, sender);
  if (!entry) return undefined;
  const text = autosave === 0 ? {} : await ask(dispatch, `${address}/autosaves/${autosave}`, keys, sender);
  return text && shownOf({ ...entry, ...textsOf(text) });
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API, whose shape its declarations say.
type Answered = Record<string, any>;

async function ask(
  dispatch: Dispatch,
  address: string,
  query: Readonly<Record<string, string>>,
  { from, signal }: Sender,
): Promise<Answered | undefined> {
  const { status, headers, body } = await dispatch(
    makeRequest('GET', `${address}?${new URLSearchParams(query)}`, { from, signal }),
  );
  const answered: Answered | undefined = body === undefined ? undefined : JSON.parse(textOf(body));
  // What cannot be shown at present is no reason to say that it is not there.
  if (status >= 499) {
    const retryAfter = headers['Retry-After'] === undefined ? {} : { retryAfter: Number(headers['Retry-After']) };
    throw new Refusal(answered?.code ?? '', status, answered?.message ?? '', retryAfter);
  }
  return status === 200 ? answered : undefined;
}

const textsOf = ({ title, content }: Answered): Answered => ({ ...(title && { title }), ...(content && { content }) });

function shownOf(entry: Answered): ShownPage {
  const { title, content, description, excerpt, date = '', _embedded: embedded = {} } = entry;
  const [author] = embedded.author ?? [];
  const terms: Answered[] = (embedded['cms:term'] ?? []).flat();
  return {
    title: title?.rendered ?? '',
    content: (content ?? description)?.rendered ?? '',
    excerpt: excerpt?.rendered ?? '',
    date: date ?? '',
    author: typeof author?.name === 'string' ? author.name : '',
    terms: terms.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
    picture: pictureOf(embedded['cms:featuredmedia']?.[0]),
    locked: content?.protected === true && content.rendered === '' && excerpt?.rendered === '',
  };
}

function pictureOf(media: Answered | undefined): ShownPage['picture'] {
  if (media?.media_type !== 'image' || typeof media.source_url !== 'string') return undefined;
  const { width, height } = media.media_details ?? {};
  const size = width > 0 && height > 0 ? ` width="${Number(width)}" height="${Number(height)}"` : '';
  return { address: media.source_url, text: String(media.alt_text ?? ''), size };
}
