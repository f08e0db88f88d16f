// Learning from what moderators decide: what they move to spam is spam, what they approve is not. What is approved as it comes
// counts as wanted until somebody says otherwise, within bounds: else whoever can write could teach the filter to let
// advertising pass.
import type { ExtensionServices, Listener, SiteEvent, WriteHandle } from 'octavo/extension';
import { type Comment, findComment } from './comments.ts';
import { reportDecision } from './remote.ts';
import { readSettings } from './settings.ts';
import { signsOf } from './signs.ts';
import {
  type Counts,
  countDay,
  countSigns,
  countUndecided,
  findLearned,
  findSigns,
  type Kind,
  noteDecided,
  noteLearned,
  noteUndecided,
} from './store.ts';

/** So many comments of one author are learned from before a moderator has looked at any. */
const mostOfAuthor = 10;

/** So many of all authors beside one for each that a moderator has decided on. */
const mostAtFirst = 20;

/** Hears of comments that come and of those that moderators move. */
export const learner = (services: ExtensionServices): Listener => ({
  name: 'learner',
  kinds: ['comment.created', 'comment.updated'],
  async hear(event) {
    if (event.type !== 'comment') return;
    if (event.kind === 'comment.created') await hearOfNew(services, event);
    else await hearOfMove(services, event);
  },
});

async function hearOfNew(services: ExtensionServices, event: SiteEvent): Promise<void> {
  const comment = event.status === 'approved' ? await findComment(services, event.subject) : undefined;
  if (comment) await learn(services, event, comment, 'ham', 'ham', 'nobody');
  else await services.database.transaction((tx) => countDay(tx, event.at, event.status === 'spam' ? 'spam' : 'ham'));
}

async function hearOfMove(services: ExtensionServices, event: SiteEvent): Promise<void> {
  const kind = decisionIn(event);
  const comment = kind && (await findComment(services, event.subject));
  if (!kind || !comment) return;
  const counted = kind === 'spam' ? 'missed' : event.statusBefore === 'spam' ? 'mistaken' : undefined;
  if (await learn(services, event, comment, kind, counted))
    await reportDecision(services, await readSettings(services), comment, kind);
}

/** What a move says of a comment; undefined for those that say nothing, to the trash and back. */
function decisionIn({ statusBefore, status }: SiteEvent): Kind | undefined {
  if (status === 'spam' && (statusBefore === 'approved' || statusBefore === 'hold')) return 'spam';
  if (status === 'approved' && (statusBefore === 'spam' || statusBefore === 'hold')) return 'ham';
  return status === 'hold' && statusBefore === 'spam' ? 'ham' : undefined;
}

/**
 * Learns from a comment once, however often it is heard of, and counts it on its day; what was learned before from the same
 * comment is unlearned. False where nothing was new.
 */
async function learn(
  { database }: ExtensionServices,
  { at }: SiteEvent,
  comment: Comment,
  kind: Kind,
  counted: keyof Counts | undefined,
  by: 'moderator' | 'nobody' = 'moderator',
): Promise<boolean> {
  const { author_name: name, author_email: email, author_url: url, author, content } = comment;
  const signs = signsOf({ text: content.raw, name, email, url, author });
  return database.transaction(async (tx) => {
    await tx.lock('what the spam filter learns');
    const before = await findLearned(tx, comment.id);
    if (by === 'moderator') await noteDecided(tx, comment.id);
    if (before === kind) return false;
    if (by === 'nobody' && before) return false;
    if (counted) await countDay(tx, at, counted);
    if (by === 'nobody' && !(await mayTeach(tx, comment))) return false;
    if (before) await countSigns(tx, signs, before, -1);
    await countSigns(tx, signs, kind, 1);
    await noteLearned(tx, comment.id, kind);
    if (by === 'nobody') await noteUndecided(tx, comment.id, authorOf(comment));
    return true;
  });
}

const authorOf = ({ author, author_email: email }: Comment): string =>
  author === 0 ? `mail:${email.toLowerCase()}` : `user:${author}`;

/** Whether a comment that no moderator has looked at may be learned from. */
async function mayTeach(tx: WriteHandle, comment: Comment): Promise<boolean> {
  const { own, all } = await countUndecided(tx, authorOf(comment));
  const { learned } = await findSigns(tx, []);
  const decided = learned.spam + learned.ham - all;
  return own < mostOfAuthor && all < mostAtFirst + decided;
}
