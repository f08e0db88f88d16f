// Classifies comments and form submissions with the local filter and, if a key is set, with the spam-checking service. The local filter
// calculates spam scores with naive Bayes over the most significant features, trained with decisions of moderators.
import type { Classification, Classifier, Submission } from 'octavo/extension';
import type { Services, SpamfilterSettings } from './contract.ts';
import { checkSubmission } from './remote.ts';
import { countDay, findFeatures, type Occurrences } from './store.ts';

/** Minimum score of obvious spam, which is discarded if `spamfilter_strictness` is set. */
export const discardThreshold = 0.995;

/** Returns the spam classifier. If no key is set, or the spam-checking service gives no valid response, the local filter decides. */
export const makeClassifier =
  (services: Services): Classifier =>
  async (submission) => {
    const settings = await services.settings.read();
    const remoteResult = await checkSubmission(services, settings, submission);
    const result = combine(remoteResult, await classifyLocally(services, settings, submission));
    if (result !== 'discard' || settings.spamfilter_strictness) {
      if (result === 'discard')
        await services.database.transaction((tx) => countDay(tx, services.clock(), 'discarded'));
      return result;
    }
    return 'spam';
  };

/** Returns the spam score of the local filter, from 0 to 1. */
async function localScore({ database }: Services, submission: Submission): Promise<number> {
  const features = extractFeatures(submission);
  const { occurrences, learned } = await findFeatures(database.read, features);
  return spamScore(features, occurrences, learned);
}

const classifyLocally = async (
  services: Services,
  settings: SpamfilterSettings,
  submission: Submission,
): Promise<Classification> => classifyScore(await localScore(services, submission), settings);

/** Returns the minimum score of spam, from 0 to 1. */
export const spamThreshold = ({ spamfilter_threshold: percent }: Pick<SpamfilterSettings, 'spamfilter_threshold'>) =>
  percent / 100;

/** Returns the classification of a score by the local filter. */
export const classifyScore = (
  score: number,
  settings: Pick<SpamfilterSettings, 'spamfilter_threshold'>,
): Classification => (score >= discardThreshold ? 'discard' : score >= spamThreshold(settings) ? 'spam' : 'pass');

/** Combines classifications. The spam-checking service takes precedence, but what the local filter would discard never passes. */
const combine = (remoteResult: Classification | undefined, local: Classification): Classification => {
  if (remoteResult === undefined) return local;
  return remoteResult === 'pass' && local !== 'discard' ? 'pass' : remoteResult === 'pass' ? 'spam' : remoteResult;
};

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

/** Initial weights of features. Their influence decreases with the number of training comments. */
const initialWeights: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'links:0': -1.5,
    'links:1': 0,
    'links:2': 0.8,
    'links:3': 1.6,
    'links:some': 2.6,
    'links:many': 3.5,
    'links:masses': 4,
    'style:loud': 1,
    'style:shouting': 0.6,
    'sender:user': -2,
  }),
);

/** Maximum number of features whose weights are added. The most significant ones are used. */
const maxSummedFeatures = 25;

/** Smoothing constant of the probabilities, which reduces the weight of rare features. */
const smoothing = 0.6;

/** Maximum absolute weight of a single feature. */
const maxWeight = 4.5;

/**
 * Returns the probability, from 0 to 1, that a submission with the given features is spam. `occurrences` contains the number of training
 * comments with each known feature, `learned` the number of all training comments.
 */
export function spamScore(
  features: readonly string[],
  occurrences: ReadonlyMap<string, Occurrences>,
  learned: Occurrences,
): number {
  const sum = weighFeatures(features, occurrences, learned).reduce((total, { weight }) => total + weight, bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Bias of the sum towards ham, because false positives are worse than missed spam. */
export const bias = -1;

/** A feature with its weight, which is positive for spam, and the number of training comments with the feature. */
export interface WeighedFeature extends Occurrences {
  readonly feature: string;
  readonly weight: number;
}

/** Returns the features whose weights are summed, the most significant first. The parameters are those of `spamScore`. */
export function weighFeatures(
  features: readonly string[],
  occurrences: ReadonlyMap<string, Occurrences>,
  learned: Occurrences,
): WeighedFeature[] {
  const all = clampCounts(learned);
  return features
    .map((feature) => {
      const known = occurrences.get(feature);
      const initialWeight = (initialWeights.get(feature) ?? 0) * initialWeightFactor(all);
      const counts = known ? clampCounts(known) : { spam: 0, ham: 0 };
      return { feature, weight: initialWeight + logLikelihoodRatio(known, all), ...counts };
    })
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, maxSummedFeatures);
}

/** Returns the factor of initial weights, which decreases with the number of training comments. */
const initialWeightFactor = ({ spam, ham }: Occurrences): number => 1 / (1 + Math.min(spam, ham) / 50);

/** Replaces negative counts with 0. Counts become negative if a comment is edited before the training with it is reverted. */
const clampCounts = ({ spam, ham }: Occurrences): Occurrences => ({ spam: Math.max(0, spam), ham: Math.max(0, ham) });

/** Returns the log-likelihood ratio of a feature, positive for spam. */
function logLikelihoodRatio(known: Occurrences | undefined, learned: Occurrences): number {
  if (!known || learned.spam === 0 || learned.ham === 0) return 0;
  const found = clampCounts(known);
  const spamRate = (found.spam + smoothing) / (learned.spam + 2 * smoothing);
  const hamRate = (found.ham + smoothing) / (learned.ham + 2 * smoothing);
  const occurrenceCount = found.spam + found.ham;
  const weight = Math.log(spamRate / hamRate) * (occurrenceCount / (occurrenceCount + smoothing));
  return Math.max(-maxWeight, Math.min(maxWeight, weight));
}
