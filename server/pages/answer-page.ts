// Addresses of entries, answered to people: the page, the frame, a form for a password, or the way to the front end.
import { type Addressed, findAddressed, isPublic } from '../cms-v2/addressed/find-addressed.ts';
import type { EntryParts } from '../cms-v2/entries/parts.ts';
import { readPreview } from '../cms-v2/entries/preview.ts';
import { titleOf as titleOfEntry } from '../cms-v2/entries/texts.ts';
import { attemptAt, tryPassword } from '../cms-v2/entries/try-password.ts';
import type { Dispatch } from '../http/pipeline.ts';
import type { AnswerPage, PageAnswer, PageRequest } from '../look/page.ts';
import { Refusal } from '../refusal.ts';
import { type Around, entryPage, messagePage, pagePolicy, passwordPage } from './entry-page.ts';
import { framePage, framePolicy } from './frame-page.ts';
import { holdsPass, passLine } from './password-pass.ts';
import { type Keys, type ShownPage, shownPage } from './shown-page.ts';

export interface PagesOfEntriesParts {
  readonly entries: EntryParts;
  readonly dispatch: Dispatch;
  /** The refusal that an error from below means; undefined for what should not have happened. */
  readonly translate: (error: unknown) => Refusal | undefined;
  readonly report: (error: unknown, id: string) => void;
}

/** Answers requests for the pages of entries. */
export function makeAnswerPage(parts: PagesOfEntriesParts): AnswerPage {
  return async (request) => {
    try {
      await parts.entries.settings.refresh();
      return await answer(parts, request);
    } catch (error) {
      return failed(parts, request, error);
    }
  };
}

/** An entry that was asked for, and how. */
interface Wanted extends Addressed {
  readonly request: PageRequest;
  readonly around: Around;
  readonly isFrame: boolean;
  /** The sign of a preview, where the address bears one. */
  readonly sign: string | undefined;
}

async function answer(parts: PagesOfEntriesParts, request: PageRequest): Promise<PageAnswer | undefined> {
  const { entries } = parts;
  const address = entries.site.front + request.address;
  const url = request.address.length <= 2000 && URL.canParse(address) ? new URL(address) : undefined;
  const found = url && (await findAddressed(entries, url));
  if (!found || !url) return nothing(entries, request);
  const isFrame = url.searchParams.get('embed') !== null || /\/embed\/?$/.test(url.pathname);
  const sign = url.searchParams.get('preview_nonce') ?? undefined;
  const wanted: Wanted = { ...found, request, around: aroundOf(entries, request), isFrame, sign };
  if (sign !== undefined && !isFrame) return answerPreview(parts, wanted);
  if (!isPublic(found)) return nothing(entries, request);
  if (isFrame) return answerFrame(parts, wanted);
  const isElsewhere = entries.site.front !== entries.site.home;
  if (request.method === 'GET' && (isElsewhere || url.origin + url.pathname !== withoutQuery(found.link)))
    return redirect(302, found.link);
  return answerEntry(parts, wanted, { preview: undefined, autosave: 0 });
}

/** Nothing is said of what is not public but that it is not there. */
function nothing(entries: EntryParts, request: PageRequest): PageAnswer | undefined {
  const { isPerson, address } = request;
  if (!isPerson || /^\/(?:$|\?(?!(?:.*&)?(?:p|page_id|attachment_id)=))/.test(address)) return undefined;
  const message = 'The address may be wrong, or what it showed is not public any longer.';
  return page(404, messagePage('There is no page here', message, aroundOf(entries, request)), secret);
}

const withoutQuery = (link: string): string => link.split('?', 1)[0] ?? '';

async function answerPreview(parts: PagesOfEntriesParts, wanted: Wanted): Promise<PageAnswer | undefined> {
  const { sign = '', row, around } = wanted;
  const preview = row.status === 'trash' ? undefined : await readPreview(parts.entries, sign, row.id);
  if (preview) return answerEntry(parts, wanted, { preview: sign, autosave: preview.revision });
  const message = 'Its address is incomplete, has expired or was taken back. Ask whoever sent it for a new one.';
  return page(403, messagePage('This preview shows nothing', message, around), secret);
}

async function answerFrame(parts: PagesOfEntriesParts, wanted: Wanted): Promise<PageAnswer | undefined> {
  const { link, around, request } = wanted;
  const keys: Keys = { password: undefined, preview: undefined, autosave: 0 };
  const shown = await shownPage(parts.dispatch, apiPath(wanted), keys, request);
  if (!shown) return undefined;
  return page(200, framePage(shown, around, link), { 'Content-Security-Policy': framePolicy });
}

async function answerEntry(
  parts: PagesOfEntriesParts,
  wanted: Wanted,
  keys: Omit<Keys, 'password'>,
): Promise<PageAnswer | undefined> {
  const { row, request, around } = wanted;
  if (request.method === 'POST') return takePassword(parts, wanted);
  const { key, clock, guessing } = parts.entries;
  const hasPass = row.password !== '' && holdsPass(key, row, Math.floor(clock() / 1000), request.cookie);
  // Who has a pass has known the password: nobody else's guesses keep them out.
  if (hasPass) guessing.succeeded(attemptAt(request.from, row.id));
  const all = { ...keys, password: hasPass ? row.password : undefined };
  const shown = await shownPage(parts.dispatch, apiPath(wanted), all, request);
  if (!shown) return undefined;
  if (row.password !== '' && !hasPass) return page(200, passwordPage(titleOf(wanted, shown), around), secret);
  return showEntry(parts, wanted, shown);
}

function showEntry({ entries }: PagesOfEntriesParts, wanted: Wanted, shown: ShownPage): PageAnswer {
  const { link, row, around, sign } = wanted;
  if (sign !== undefined)
    return page(200, entryPage(shown, around, { link }, 'A preview: this is not published.'), secret);
  const told = `${entries.site.rest}/oembed/1.0/embed?url=${encodeURIComponent(link)}`;
  const html = entryPage(shown, around, { link, oembed: { json: told, xml: `${told}&format=xml` } });
  return { ...page(200, html, row.password === '' ? {} : secret), apiPath: apiPath(wanted) };
}

/** The right password is remembered by the browser for a day; wrong ones have to wait after a while. */
async function takePassword({ entries }: PagesOfEntriesParts, wanted: Wanted): Promise<PageAnswer | undefined> {
  const { row, request, around } = wanted;
  if (row.password === '') return undefined;
  const ask = (status: number, complaint: string, headers = {}) =>
    page(status, passwordPage(titleOf(wanted), around, complaint), { ...secret, ...headers });
  const verdict = entries.guessing.before(attemptAt(request.from, row.id));
  if ('retryAfter' in verdict) {
    const { retryAfter: wait } = verdict;
    return ask(429, `Too many wrong passwords; try again in ${wait} seconds.`, { 'Retry-After': String(wait) });
  }
  if (!(await tryPassword(entries, request.from, row, request.fields.get('password') ?? '')))
    return ask(403, 'This is not the password.');
  const isSecure = entries.site.home.startsWith('https:');
  const line = passLine(entries.key, row, Math.floor(entries.clock() / 1000), isSecure);
  const { pathname, search } = new URL(`http://own.invalid${request.address}`);
  return redirect(303, `/${pathname.replace(/^\/+/, '')}${search}`, { 'Set-Cookie': line });
}

const titleOf = ({ row }: Addressed, shown?: ShownPage): string => shown?.title ?? titleOfEntry(row);

const apiPath = ({ type, row }: Addressed): string => `/${type.restNamespace}/${type.restBase}/${row.id}`;

function aroundOf({ settings, site }: EntryParts, { roots }: PageRequest): Around {
  const { title, language, date_format } = settings.values;
  return {
    site: title,
    home: site.front,
    language: (language || 'en_US').replaceAll('_', '-'),
    dateFormat: date_format,
    roots,
  };
}

/** What is for few is kept by nobody, and its address told to nobody. */
const secret = {
  'Cache-Control': 'no-store, private',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;

const page = (status: number, html: string, headers: Readonly<Record<string, string>> = {}): PageAnswer => ({
  status,
  html,
  headers: {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': pagePolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...headers,
  },
});

const redirect = (status: 302 | 303, to: string, headers: Readonly<Record<string, string>> = {}): PageAnswer => ({
  status,
  html: '',
  headers: { Location: to, 'Cache-Control': 'no-store', ...headers },
});

function failed({ entries, translate, report }: PagesOfEntriesParts, request: PageRequest, error: unknown): PageAnswer {
  const refusal = error instanceof Refusal ? error : translate(error);
  const id = crypto.randomUUID();
  if (!refusal) report(error, id);
  const message = refusal?.message ?? `Something went wrong here; it was noted under ${id}.`;
  const wait = refusal?.parts.retryAfter;
  return page(refusal?.status ?? 500, messagePage('This page cannot be shown', message, aroundOf(entries, request)), {
    ...secret,
    ...(wait !== undefined && { 'Retry-After': String(wait) }),
  });
}
