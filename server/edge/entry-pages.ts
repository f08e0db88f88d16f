// The pages of entries, made ready to be sent and to be kept.
import type { IncomingMessage } from 'node:http';
import { linkWithinLimits } from '../http/header-size.ts';
import { type AnswerPage, pageParameters } from '../look/page.ts';
import { type Ready, readyAnswer } from './kept-answers.ts';
import type { Mount } from './mounts.ts';

export interface EntryPageParts {
  readonly answerPage?: AnswerPage;
  readonly mounts: readonly Mount[];
}

/** Stands in for the status where an address leads to no entry. */
export const nowhere = 0;

/** The longest form that is read. Bytes. */
const longestForm = 4096;

/** The longest address whose page is cached for others with further parameters; no page has a longer one. */
const maxAddressLength = 2000;

/** The address that the page at an address is cached under: without parameters that no page depends on. */
export function pageAddressOf(url: string): string {
  const at = url.indexOf('?');
  if (at < 0 || url.length > maxAddressLength) return url;
  const pairs = url.slice(at + 1).split('&');
  const counting = pairs.filter((pair) => new URLSearchParams(pair).keys().some((name) => pageParameters.has(name)));
  return url.slice(0, at) + (counting.length > 0 ? `?${counting.join('&')}` : '');
}

/** The page of the entry at the address of a request; one of the status `nowhere` where there is none. */
export async function madePage(
  { answerPage, mounts }: EntryPageParts,
  { method, url = '', headers }: IncomingMessage,
  from: string,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<Ready> {
  const isRead = method === 'GET' || method === 'HEAD';
  const form = body.length <= longestForm ? new TextDecoder().decode(body) : '';
  const answer =
    answerPage && (isRead || method === 'POST')
      ? await answerPage({
          method: isRead ? 'GET' : 'POST',
          address: url,
          cookie: headers.cookie,
          isPerson: headers.accept?.includes('text/html') === true,
          fields: new URLSearchParams(isRead ? '' : form),
          from,
          roots: mounts.map(({ root }) => root),
          signal,
        })
      : undefined;
  if (!answer) return readyAnswer({ status: nowhere, route: undefined, headers: {}, body: undefined }, noLines);
  const { status, html, apiPath } = answer;
  const links = mounts.flatMap(({ root, spelling }) => [
    `<${root.address}>; rel="${root.rel}"`,
    ...(apiPath === undefined ? [] : [alternateLink(root.address.replace(/\/$/, '') + spelling.path(apiPath))]),
  ]);
  const link = linkWithinLimits(links.join(', '));
  const made = { ...answer.headers, ...(link !== undefined && { Link: link }) };
  return readyAnswer({ status, route: 'page', headers: made, body: html }, noLines);
}

const alternateLink = (url: string): string => `<${url}>; rel="alternate"; title="JSON"; type="application/json"`;

/** Pages are the same wherever the page that asks comes from. */
const noLines = (): readonly string[] => [];
