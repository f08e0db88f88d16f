// POST /spamfilter/v1/webhook: receives corrections that the spam-checking service has signed with the key (Standard Webhooks).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError, type Call } from 'octavo/extension';
import type { Services, SpamfilterOperations } from './contract.ts';
import { recordMessage } from './store.ts';

/**
 * Maximum difference between the timestamp of a message and the clock, in milliseconds. Message IDs are stored for longer, to detect
 * replays.
 */
export const toleranceMs = 5 * 60 * 1000;

/** Maximum number of comments per message. */
const maxComments = 100;

/** A correction of the classification of a comment. */
interface CommentDecision {
  readonly id: number;
  readonly verdict: 'spam' | 'ham';
}

/**
 * Changes the status of the comments in a message: `{comments: [{id, verdict: "spam" | "ham"}]}`. Approved and pending comments can become
 * spam, and spam can become approved; other comments are skipped. If a message contains a comment twice, the last decision counts. The
 * comments and the message ID are stored in one transaction, so that the service can send a message again if its processing failed.
 *
 * Throws ApiError 401 `spamfilter_bad_signature`, 409 `spamfilter_heard_before` if the message was processed before, and 400
 * `rest_invalid_param`.
 */
export const receiveWebhook = (services: Services): SpamfilterOperations['receive-webhook'] => ({
  async run(call) {
    const id = await requireSignature(services, call);
    const decisions = new Map(parseDecisions(call.raw).map(({ id: comment, verdict }) => [comment, verdict]));
    const decidedAs = (kind: 'spam' | 'ham') =>
      [...decisions].flatMap(([comment, each]) => (each === kind ? comment : []));
    const moved = await services.content.change(call, async (tx, content) => {
      if (!(await recordMessage(tx, id, services.clock())))
        throw new ApiError('spamfilter_heard_before', 409, 'This message has already been received.');
      return new Set([
        ...(await content.moveComments(decidedAs('spam'), { from: ['approved', 'hold'], to: 'spam' })),
        ...(await content.moveComments(decidedAs('ham'), { from: ['spam'], to: 'approved' })),
      ]);
    });
    return { kind: 'value', value: { moved: [...decisions.keys()].filter((comment) => moved.has(comment)) } };
  },
});

/** Returns the ID of a message with a valid signature. Throws ApiError 401 `spamfilter_bad_signature`. */
async function requireSignature(services: Services, call: Pick<Call, 'header' | 'raw'>): Promise<string> {
  const { key } = await services.settings.read();
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => call.header(name) ?? '',
  );
  const signatureError = new ApiError(
    'spamfilter_bad_signature',
    401,
    'The signature of the message is invalid, or its timestamp is not current.',
  );
  if (key === '' || !id || id.length > 200 || !timestamp || !/^\d{1,12}$/.test(timestamp)) throw signatureError;
  if (Math.abs(services.clock() - Number(timestamp) * 1000) > toleranceMs) throw signatureError;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(call.raw).digest();
  const isSigned = (signatures ?? '').split(' ').some((each) => {
    const signature = Buffer.from(each.replace(/^v1,/, ''), 'base64');
    return each.startsWith('v1,') && signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  if (!isSigned) throw signatureError;
  return id;
}

/**
 * Returns the decisions in the body. Query parameters are ignored, because they are not signed.
 *
 * Throws ApiError 400 `rest_invalid_param`.
 */
function parseDecisions(raw: Uint8Array): CommentDecision[] {
  const submitted = readComments(Buffer.from(raw).toString());
  const isDecision = (each: unknown): each is CommentDecision => {
    if (typeof each !== 'object' || each === null || !('id' in each) || !('verdict' in each)) return false;
    return Number.isSafeInteger(each.id) && (each.verdict === 'spam' || each.verdict === 'ham');
  };
  if (Array.isArray(submitted) && submitted.length <= maxComments && submitted.every(isDecision)) return submitted;
  throw new ApiError(
    'rest_invalid_param',
    400,
    `comments must be a list of at most ${maxComments} objects {id, verdict: "spam" or "ham"}.`,
  );
}

function readComments(text: string): unknown {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null && 'comments' in message ? message.comments : undefined;
  } catch {
    return undefined;
  }
}
