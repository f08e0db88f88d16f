// Extracts features from a submission, such as words, hosts of links, and style. Each feature is counted once per submission.
import type { Submission } from 'octavo/extension';

/** Maximum number of features per submission. It limits the cost of malicious input. */
const maxFeatures = 300;

/** Maximum length of words and hosts, in characters; longer ones are truncated. */
const maxFeatureLength = 40;

/** Returns the features of a submission, as strings of at most 50 characters. */
export function extractFeatures({
  text,
  name,
  email,
  url,
  author,
}: Pick<Submission, 'text' | 'name' | 'email' | 'url' | 'author'>): string[] {
  const plain = text
    .slice(0, 20_000)
    .replace(/<[^<>]*>/g, (tag) => ` ${/href\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? ''} `);
  const hosts = [...`${plain} ${url}`.matchAll(/\b(?:https?:\/\/|www\.)([a-z0-9.-]{1,200})/gi)].map(([, host = '']) =>
    normalizeHost(host),
  );
  const words = extractWords(plain.replace(/\bhttps?:\/\/\S+/gi, ' '));
  const letters = plain.replace(/[^\p{L}]/gu, '');
  const isLoud = letters.length >= 20 && letters.replace(/[^\p{Lu}]/gu, '').length > letters.length / 2;
  const features = [
    `links:${bucketOf(hosts.length)}`,
    `length:${bucketOf(words.length)}`,
    author === 0 ? 'sender:stranger' : 'sender:user',
    ...(isLoud ? ['style:loud'] : []),
    ...(/[!?$€£]{3,}/.test(plain) ? ['style:shouting'] : []),
    ...(url === '' ? [] : ['style:names-site']),
    ...hosts.map((host) => `host:${host}`),
    `mail:${normalizeHost(email.split('@')[1] ?? '')}`,
    ...extractWords(name).map((word) => `name:${word}`),
    ...words,
    // Pairs of words are more significant than single words, for example "click here".
    ...words.slice(1).map((word, at) => `${words[at]?.slice(0, 20)} ${word.slice(0, 20)}`),
  ];
  return [...new Set(features)].slice(0, maxFeatures);
}

const extractWords = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? []
  )
    .filter((word) => word.length > 1)
    .slice(0, maxFeatures)
    .map((word) => word.slice(0, maxFeatureLength));

/** Normalizes a host name, so that `www.shop.example.com` and `shop.example.com` are the same feature. */
const normalizeHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.+$/, '')
    .slice(0, maxFeatureLength);

/** Returns the name of the bucket of a count. The buckets of higher counts are wider. */
const bucketOf = (n: number): string => (n < 4 ? String(n) : n < 10 ? 'some' : n < 40 ? 'many' : 'masses');
