// Calculates spam scores with naive Bayes over the most significant features, trained with decisions of moderators.

/** Number of training comments that are spam and ham, among all training comments or those with a certain feature. */
export interface Occurrences {
  readonly spam: number;
  readonly ham: number;
}

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
  const all = clampCounts(learned);
  const weights = features.map(
    (feature) =>
      (initialWeights.get(feature) ?? 0) * initialWeightFactor(all) + logLikelihoodRatio(occurrences.get(feature), all),
  );
  const significant = weights.toSorted((a, b) => Math.abs(b) - Math.abs(a)).slice(0, maxSummedFeatures);
  const sum = significant.reduce((total, weight) => total + weight, bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Bias of the sum towards ham, because false positives are worse than missed spam. */
const bias = -1;

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
