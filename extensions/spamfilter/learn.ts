// Trains the spam filter with decisions of moderators: comments that they move to spam are spam; comments that they approve, or move out of
// spam, are ham. Comments that are approved automatically count as ham until a moderator decides otherwise. The number of such comments is
// limited, because authors could otherwise train the filter to pass spam.
import type { ContentComment, Listener, SiteEvent, WriteHandle } from 'octavo/extension';
import { extractFeatures } from './classifier.ts';
import type { Services } from './contract.ts';
import { reportDecision } from './remote.ts';
import {
  type Counts,
  countAllUndecided,
  countDay,
  countUndecidedOf,
  deleteUndecided,
  findFeatures,
  findLearned,
  insertUndecided,
  type Kind,
  learnFeatures,
  setLearned,
} from './store.ts';

/** Maximum number of comments per author that train the filter without a moderator decision. */
const maxPerAuthor = 10;

/** Maximum number of such comments by all authors together. Each comment with a moderator decision increases the maximum by one. */
const maxUndecided = 20;

/** Returns the listener that trains the filter with new comments and moderator decisions. */
export const learner = (services: Services): Listener => ({
  name: 'learner',
  kinds: ['comment.created', 'comment.updated'],
  async onEvent(event) {
    if (event.type !== 'comment') return;
    if (event.kind === 'comment.created') await onNewComment(services, event);
    else await onStatusChange(services, event);
  },
});

async function onNewComment(services: Services, event: SiteEvent): Promise<void> {
  await services.database.transaction(async (tx) => {
    const comment = event.status === 'approved' ? await findComment(services, tx, event) : undefined;
    if (comment) await learn(tx, event, comment, { kind: 'ham', countName: 'ham', source: 'automatic' });
    else await countDay(tx, event.at, event.status === 'spam' ? 'spam' : 'ham');
  });
}

async function onStatusChange(services: Services, event: SiteEvent): Promise<void> {
  const kind = decisionOf(event);
  if (!kind) return;
  const countName = kind === 'spam' ? 'missed' : event.statusBefore === 'spam' ? 'mistaken' : undefined;
  const learned = await services.database.transaction(async (tx) => {
    const comment = await findComment(services, tx, event);
    return comment && (await learn(tx, event, comment, { kind, countName, source: 'moderator' })) ? comment : undefined;
  });
  if (learned) await reportDecision(services, await services.settings.read(), learned, kind);
}

/** Reads the comment of an event on the connection of the transaction, where its pages are still in memory after it was written. */
const findComment = async (
  { content }: Services,
  tx: WriteHandle,
  { subject }: SiteEvent,
): Promise<ContentComment | undefined> => (await content.findComments([subject], tx))[0];

/** Returns the kind that a status change assigns to a comment; undefined if it assigns none, such as when a comment is trashed. */
function decisionOf({ statusBefore, status }: SiteEvent): Kind | undefined {
  if (status === 'spam' && (statusBefore === 'approved' || statusBefore === 'hold')) return 'spam';
  if (status === 'approved' && (statusBefore === 'spam' || statusBefore === 'hold')) return 'ham';
  return status === 'hold' && statusBefore === 'spam' ? 'ham' : undefined;
}

interface Lesson {
  readonly kind: Kind;
  /** The count of the day of the event that is incremented, if any. */
  readonly countName: keyof Counts | undefined;
  readonly source: 'moderator' | 'automatic';
}

/**
 * Trains the filter with a comment. If the filter was trained with the comment as another kind, that training is reverted first.
 * Repeated events have no effect. Returns false if the filter was not trained.
 */
async function learn(
  tx: WriteHandle,
  { at }: SiteEvent,
  comment: ContentComment,
  { kind, countName, source }: Lesson,
): Promise<boolean> {
  await tx.lock('what the spam filter learns');
  const before = await findLearned(tx, comment.id);
  if (source === 'moderator') await deleteUndecided(tx, comment.id);
  if (before === kind) return false;
  if (source === 'automatic' && before) return false;
  if (countName) await countDay(tx, at, countName);
  if (source === 'automatic' && !(await canLearnFrom(tx, comment))) return false;
  const { author_name: name, author_email: email, author_url: url, author, content } = comment;
  const features = extractFeatures({ text: content, name, email, url, author });
  if (before) await learnFeatures(tx, features, before, -1);
  await learnFeatures(tx, features, kind, 1);
  await setLearned(tx, comment.id, kind);
  if (source === 'automatic') await insertUndecided(tx, comment.id, authorOf(comment));
  return true;
}

const authorOf = ({ author, author_email: email }: ContentComment): string =>
  author === 0 ? `mail:${email.toLowerCase()}` : `user:${author}`;

/** Whether a comment without a moderator decision may train the filter. */
async function canLearnFrom(tx: WriteHandle, comment: ContentComment): Promise<boolean> {
  if ((await countUndecidedOf(tx, authorOf(comment))) >= maxPerAuthor) return false;
  const all = await countAllUndecided(tx);
  const { learned } = await findFeatures(tx, []);
  const decided = learned.spam + learned.ham - all;
  return all < maxUndecided + decided;
}
