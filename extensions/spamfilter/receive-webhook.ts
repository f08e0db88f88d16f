// POST webhook: the checker has thought again about comments. What it sends is signed with the key (Standard Webhooks).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Call, type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { findComment, moveComment } from './comments.ts';
import { readSettings } from './settings.ts';
import { noteHeard, wasHeard } from './store.ts';

/** How old or how far ahead a message may be. Milliseconds. Heard ones are remembered for longer, so that none comes twice. */
export const tolerance = 5 * 60 * 1000;

/** As many comments as one message may tell of. */
const mostComments = 100;

interface Verdict {
  readonly id: number;
  readonly verdict: 'spam' | 'ham';
}

/**
 * Moves the comments that a message tells of: `{comments: [{id, verdict: "spam" | "ham"}]}`. What is in the trash stays there.
 * The message is remembered when all is done, for one that was broken off comes again; moving twice changes nothing.
 *
 * Throws Refusal 401 `spamfilter_bad_signature`, 409 `spamfilter_heard_before`, 400 `rest_invalid_param`.
 */
export const receiveWebhook = (services: ExtensionServices): Operation => ({
  async run(call) {
    const id = await requireSigned(services, call);
    const verdicts = verdictsIn(call.raw);
    if (await wasHeard(services.database.read, id))
      throw new Refusal('spamfilter_heard_before', 409, 'This message was heard before.');
    const moved: number[] = [];
    for (const { id: comment, verdict } of verdicts) {
      const found = await findComment(services, comment);
      const [from, to] = verdict === 'spam' ? [['approved', 'hold'], 'spam'] : [['spam'], 'approved'];
      if (found && from.includes(found.status) && (await moveComment(services, comment, to))) moved.push(comment);
    }
    await services.database.transaction((tx) => noteHeard(tx, id, services.clock()));
    return { kind: 'value', value: { moved } };
  },
});

/** The number of a message that was signed with the key. */
async function requireSigned(services: ExtensionServices, call: Call): Promise<string> {
  const { key } = await readSettings(services);
  const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => call.header(name) ?? '',
  );
  const refused = new Refusal(
    'spamfilter_bad_signature',
    401,
    'The message is not signed with the key, or is too old.',
  );
  if (key === '' || !id || id.length > 200 || !at || !/^\d{1,12}$/.test(at)) throw refused;
  if (Math.abs(services.clock() - Number(at) * 1000) > tolerance) throw refused;
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(call.raw).digest();
  const fits = (signatures ?? '').split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64');
    return each.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!fits) throw refused;
  return id;
}

/** What stands in the body, which is what was signed; an address can say anything. */
function verdictsIn(raw: Uint8Array): Verdict[] {
  const sent = commentsIn(Buffer.from(raw).toString());
  const isVerdict = (each: unknown): each is Verdict => {
    const { id, verdict } = (each ?? {}) as Partial<Verdict>;
    return Number.isSafeInteger(id) && (verdict === 'spam' || verdict === 'ham');
  };
  if (Array.isArray(sent) && sent.length <= mostComments && sent.every(isVerdict)) return sent;
  throw new Refusal(
    'rest_invalid_param',
    400,
    `comments lists at most ${mostComments} of {id, verdict: "spam" or "ham"}.`,
  );
}

function commentsIn(text: string): unknown {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null && 'comments' in message ? message.comments : undefined;
  } catch {
    return undefined;
  }
}
