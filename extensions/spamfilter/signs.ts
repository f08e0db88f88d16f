// What is looked at in a remark: its words, where its links lead, and how it is written. Each sign counts once.
import type { Remark } from 'octavo/extension';

/** As many signs as are looked at of one remark: enough for any that is meant, bounded for one that is not. */
const mostSigns = 300;

/** Longer words are cut. Characters. */
const longest = 40;

/** The signs of a remark; text of signs, of no more than 50 characters each. */
export function signsOf({
  text,
  name,
  email,
  url,
  author,
}: Pick<Remark, 'text' | 'name' | 'email' | 'url' | 'author'>): string[] {
  const plain = text
    .slice(0, 20_000)
    .replace(/<[^<>]*>/g, (tag) => ` ${/href\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? ''} `);
  const hosts = [...`${plain} ${url}`.matchAll(/\b(?:https?:\/\/|www\.)([a-z0-9.-]{1,200})/gi)].map(([, host = '']) =>
    hostOf(host),
  );
  const words = wordsOf(plain.replace(/\bhttps?:\/\/\S+/gi, ' '));
  const letters = plain.replace(/[^\p{L}]/gu, '');
  const loud = letters.length >= 20 && letters.replace(/[^\p{Lu}]/gu, '').length > letters.length / 2;
  const signs = [
    `links:${many(hosts.length)}`,
    `length:${many(words.length)}`,
    author === 0 ? 'sender:stranger' : 'sender:user',
    ...(loud ? ['style:loud'] : []),
    ...(/[!?$€£]{3,}/.test(plain) ? ['style:shouting'] : []),
    ...(url === '' ? [] : ['style:names-site']),
    ...hosts.map((host) => `host:${host}`),
    `mail:${hostOf(email.split('@')[1] ?? '')}`,
    ...wordsOf(name).map((word) => `name:${word}`),
    ...words,
    // Pairs tell more than their words: "for free", "click here".
    ...words.slice(1).map((word, at) => `${words[at]?.slice(0, 20)} ${word.slice(0, 20)}`),
  ];
  return [...new Set(signs)].slice(0, mostSigns);
}

const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []
  )
    .filter((word) => word.length > 1)
    .slice(0, mostSigns)
    .map((word) => word.slice(0, longest));

/** `www.shop.example.com` and `shop.example.com` are the same. */
const hostOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.+$/, '')
    .slice(0, longest);

/** Numbers by their size: what is counted differs less, the more there is. */
const many = (n: number): string => (n < 4 ? String(n) : n < 10 ? 'some' : n < 40 ? 'many' : 'masses');
