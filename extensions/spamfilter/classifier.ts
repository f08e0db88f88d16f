// Classifies comments and form submissions with the local filter and, if a key is set, with the spam-checking service.
import type { Classification, Classifier, Submission } from 'octavo/extension';
import { extractFeatures } from './features.ts';
import { checkSubmission } from './remote.ts';
import { spamScore } from './score.ts';
import { readSettings, type Services } from './settings.ts';
import { countDay, findFeatures } from './store.ts';

/** Minimum score of spam. */
const spamThreshold = 0.9;

/** Minimum score of obvious spam, which is discarded if `spamfilter_strictness` is set. */
const discardThreshold = 0.995;

/** Returns the spam classifier. If no key is set, or the spam-checking service gives no valid response, the local filter decides. */
export const makeClassifier =
  (services: Services): Classifier =>
  async (submission) => {
    const settings = await readSettings(services);
    const remoteResult = await checkSubmission(services, settings, submission);
    const result = combine(remoteResult, await classifyLocally(services, submission));
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

async function classifyLocally(services: Services, submission: Submission): Promise<Classification> {
  const score = await localScore(services, submission);
  return score >= discardThreshold ? 'discard' : score >= spamThreshold ? 'spam' : 'pass';
}

/** Combines classifications. The spam-checking service takes precedence, but what the local filter would discard never passes. */
const combine = (remoteResult: Classification | undefined, local: Classification): Classification => {
  if (remoteResult === undefined) return local;
  return remoteResult === 'pass' && local !== 'discard' ? 'pass' : remoteResult === 'pass' ? 'spam' : remoteResult;
};
