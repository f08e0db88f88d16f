// GET /spamfilter/v1/explanations: explains how the filter of this site classifies comments.
import { type Call, type ContentComment, makeRequest, toText } from 'octavo/extension';
import { bias, classifyScore, extractFeatures, spamScore, weighFeatures } from './classifier.ts';
import { type Services, type SpamfilterOperations, type SpamfilterSettings, signalKinds } from './contract.ts';
import { findFeatures, findTraining, type Occurrences, type Training } from './store.ts';

/**
 * Responds with the score of each comment with the current training of the filter, and with the signals that determine it. Comments that
 * the caller may not moderate, and those that do not exist, are omitted.
 */
export const explainComments = (services: Services): SpamfilterOperations['explain-comments'] => ({
  async run(call) {
    const { read } = services.database;
    const ids = await findModerated(services, call, call.args.comments);
    const settings = await services.settings.read();
    const found = new Map((await services.content.findComments(ids)).map((comment) => [comment.id, comment]));
    const training = await findTraining(read, ids);
    const described = ids.flatMap((id) => {
      const comment = found.get(id);
      return comment ? [{ id, features: featuresOf(comment) }] : [];
    });
    const counts = await findFeatures(read, [...new Set(described.flatMap(({ features }) => features))]);
    const explanations = described.map(({ id, features }) => ({
      comment: id,
      ...explain(features, counts, training.get(id), settings),
    }));
    return { kind: 'value', value: { explanations } };
  },
});

/** Returns the IDs of those comments that the caller sees in the list for moderators, which checks the entries of the comments, too. */
async function findModerated(
  { api }: Services,
  { actor, from, work }: Pick<Call, 'actor' | 'from' | 'work'>,
  comments: readonly number[],
): Promise<number[]> {
  const query = new URLSearchParams({
    ...{ include: [...new Set(comments)].join(), per_page: '100', context: 'edit' },
    ...{ status: 'any', type: '', _fields: 'id', orderby: 'include' },
  });
  const request = makeRequest('GET', `/cms/v2/comments?${query}`, { from, signal: work.signal });
  const { status, body } = await api.dispatchAs(actor, request);
  if (status !== 200 || body === undefined) return [];
  const listed: unknown = JSON.parse(toText(body));
  return Array.isArray(listed) ? listed.map(({ id }) => Number(id)) : [];
}

const featuresOf = ({
  content: text,
  author_name: name,
  author_email: email,
  author_url: url,
  author,
}: ContentComment) => extractFeatures({ text, name, email, url, author });

interface KnownCounts {
  readonly occurrences: ReadonlyMap<string, Occurrences>;
  readonly learned: Occurrences;
}

function explain(
  features: readonly string[],
  counts: KnownCounts,
  training: Training | undefined,
  settings: SpamfilterSettings,
) {
  const score = spamScore(features, counts.occurrences, counts.learned);
  const before = training && withoutTraining(features, counts, training);
  return {
    score: round(score),
    classification: classifyScore(score, settings),
    trained_as: training?.kind ?? null,
    is_confirmed: training?.isConfirmed ?? false,
    untrained_score: before ? round(spamScore(features, before.occurrences, before.learned)) : null,
    bias,
    signals: weighFeatures(features, counts.occurrences, counts.learned)
      .map(({ feature, weight, ...occurrences }) => ({
        ...presentFeature(feature),
        weight: Math.round(weight * 100) / 100,
        ...occurrences,
      }))
      .filter(({ weight }) => weight !== 0),
  };
}

/** Returns the counts as if the filter had not been trained with a comment that has these features. */
function withoutTraining(features: readonly string[], { occurrences, learned }: KnownCounts, { kind }: Training) {
  const subtract = (each: Occurrences): Occurrences => ({ ...each, [kind]: each[kind] - 1 });
  const own = new Set(features);
  return {
    occurrences: new Map([...occurrences].map(([name, each]) => [name, own.has(name) ? subtract(each) : each])),
    learned: subtract(learned),
  };
}

/** Rounds a score to four decimal places. Scores that are almost 1 are not rounded to 1. */
const round = (score: number): number => Math.min(0.9999, Math.round(score * 10_000) / 10_000);

/** Returns the group and the value of a feature. Words contain no colons, so the part before the colon is the group. */
function presentFeature(feature: string): { kind: (typeof signalKinds)[number]; value: string } {
  const at = feature.indexOf(':');
  const kind = signalKinds.find((each) => each !== 'text' && each === feature.slice(0, at));
  return kind ? { kind, value: feature.slice(at + 1) } : { kind: 'text', value: feature };
}
