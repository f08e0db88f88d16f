// Checks the data and the messages of a load when everything has recovered: nothing that was acknowledged is lost, nothing is stored in part, and what had to
// happen once has happened once.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { assertConsistent, openPostgres, type Query } from '../faults/consistency.ts';
import { waitUntil } from '../faults/service-process.ts';
import type { Delivery } from '../receiver.ts';
import { type Cluster, editorAddress } from './cluster.ts';
import type { Load } from './load.ts';
import { isAcknowledged, parseTitle, type Recorder } from './recorder.ts';

/** Maximum wait for work in the background, in milliseconds. */
const maxWaitMs = 60_000;

/** Time without deliveries and emails after which the waiting ones belong to attempts of killed processes, in milliseconds. */
const idleMs = 3000;

/** Duration of a response of the receiver, in milliseconds, so that disturbances often hit deliveries whose results are not stored yet. */
const responseMs = 100;

/** Time before a disturbance in which work may have begun that loses its result in the disturbance, in milliseconds. */
const maxWorkMs = 2000;

/** Time for which a node surely tries to store the result of a delivery, in milliseconds. The lease of the delivery ends soon after it. */
const maxStoringMs = 25_000;

/** Deliveries and emails that have arrived at the receiver and the mail server, with the times of arrival, as in performance.now(). */
export interface Arrivals {
  /** Times by `webhook-id`. */
  readonly deliveries: Map<string, number[]>;
  /** Times by the unique text of the comment that the email is about. */
  readonly mails: Map<string, number[]>;
  /** Deliveries of events in the order of their first arrival. */
  readonly first: Delivery[];
}

/** Observes the receiver and the mail server of a cluster from now on. The returned function adds what has arrived meanwhile. */
export function observeArrivals({ receiver, smtp }: Cluster): { arrivals: Arrivals; collect: () => void } {
  const arrivals: Arrivals = { deliveries: new Map(), mails: new Map(), first: [] };
  const { respond } = receiver;
  const add = (times: Map<string, number[]>, key: string) =>
    times.set(key, [...(times.get(key) ?? []), performance.now()]);
  receiver.respond = (response, delivery, request) => {
    const id = delivery.headers['webhook-id'] ?? '';
    if (!arrivals.deliveries.has(id)) arrivals.first.push(delivery);
    add(arrivals.deliveries, id);
    setTimeout(respond, responseMs, response, delivery, request);
  };
  let collected = 0;
  const collect = () => {
    for (const { to, body } of smtp.received.slice(collected)) {
      const text = body.replace(/=\r?\n/g, '');
      assert.deepEqual(to, [editorAddress], text);
      add(arrivals.mails, /\bH\d+\b/.exec(text)?.[0] ?? text);
    }
    collected = smtp.received.length;
  };
  return { arrivals, collect };
}

export interface FinalContext {
  readonly cluster: Cluster;
  readonly recorder: Recorder;
  readonly load: Load;
  readonly arrivals: Arrivals;
}

/** Runs all checks. The load must have stopped. */
export async function checkFinally(context: FinalContext): Promise<void> {
  const { cluster, recorder, load } = context;
  const database = await openPostgres(cluster.databaseUrl);
  const { query } = database;
  try {
    await checkScheduledPosts(context, query);
    await Promise.all(
      cluster.nodes.map(async (node) => assert.equal(await load.readAll(node), 0, `${node.name} serves everything`)),
    );
    await checkRows(context, query);
    await checkEvents(context, query);
    await Promise.all([checkDeliveries(context, query), checkMails(context, query)]);
    recorder.check();
    await assertConsistent(query, 'postgres');
  } finally {
    await database.close();
  }
}

/** Waits until the scheduled posts are published, and checks that this has happened once. */
async function checkScheduledPosts({ cluster, recorder }: FinalContext, query: Query): Promise<void> {
  const isDone = async () => (await query("select 1 from entries where status = 'future' limit 1")).length === 0;
  await waitUntil(isDone, maxWaitMs, 'all scheduled posts are published');
  const rows = await query(`
    select e.id, e.title, e.status, (select count(*)::int from events v where v.subject = e.id and v.kind = 'entry.updated') as updates,
      (select count(*)::int from events v where v.subject = e.id and v.kind = 'entry.created' and v.status = 'future') as scheduled
    from entries e where e.title like 'S% is due'`);
  for (const { title, status, updates, scheduled } of rows)
    if (status !== 'publish' || updates !== scheduled)
      recorder.violate(`${title}: status ${status}, published ${updates} times`, String(title).split(' ')[0]);
  for (const { key, id } of recorder.scheduled.filter(isAcknowledged)) {
    if (!rows.some((row) => Number(row.id) === id)) recorder.violate(`the scheduled post ${key} is lost`, key);
    const responses = cluster.nodes.map(async ({ name, service }) => {
      const { status } = await service.read(`/cms/v2/posts/${id}?_fields=title`);
      if (status !== 200) recorder.violate(`${name} responds with ${status} for ${key}`, key);
    });
    await Promise.all(responses);
  }
}

/** Checks that the rows of each entry and comment are complete, whether it was acknowledged or not. */
async function checkRows({ recorder }: FinalContext, query: Query): Promise<void> {
  const entries = await query(`
    select e.id, e.title, x.content as content, (select count(*)::int from entry_terms t where t.entry_id = e.id) as terms,
      (select min(t.term_id) from entry_terms t where t.entry_id = e.id) as term
    from entries e left join entry_text x on x.entry_id = e.id where e.type = 'post' and e.title like 'P%'`);
  const keys = new Set<string>();
  for (const { title, content, terms } of entries) {
    const { key = '' } = parseTitle(String(title)) ?? {};
    if (keys.has(key)) recorder.violate(`${key} is stored twice`, key);
    keys.add(key);
    if (content === null || terms !== 1) recorder.violate(`${title} is stored in part: ${terms} terms`, key);
  }
  for (const post of recorder.posts.values()) {
    const states = post.states.slice(post.states.findLastIndex(isAcknowledged));
    const isPossible = states.some(({ isAbsent }) => isAbsent === !keys.has(post.key));
    if (!isPossible) recorder.violate(`${post.key} is ${keys.has(post.key) ? 'stored' : 'lost'}`, post.key);
  }
  const comments = await query('select id, post, status, content from comments');
  const stored = new Set(comments.map(({ content }) => String(content).split(' ')[0]));
  for (const { key } of recorder.comments.filter(isAcknowledged))
    if (!stored.has(key)) recorder.violate(`the comment ${key} is lost`, key);
  const counts = await query(`
    select post, status, sum(n)::int as n from (
      select post, status, n from comment_counts where parent = -1
      union all select post, status, -1 from comments
    ) as counted group by post, status having sum(n) <> 0`);
  if (counts.length > 0) recorder.violate(`wrong counters of comments: ${JSON.stringify(counts)}`);
}

/** Checks that each acknowledged write has one event, and that no unacknowledged one has more. */
async function checkEvents({ recorder }: FinalContext, query: Query): Promise<void> {
  const rows = await query('select kind, subject, count(*)::int as n from events group by kind, subject');
  const counts = new Map(rows.map(({ kind, subject, n }) => [`${kind} ${subject}`, Number(n)]));
  const check = (key: string, kind: string, id: number, [min, max]: readonly [number, number]) => {
    const n = counts.get(`${kind} ${id}`) ?? 0;
    if (n < min || n > max) recorder.violate(`${n} events ${kind} instead of ${min} to ${max}`, key);
  };
  for (const { key, id, states } of recorder.posts.values()) {
    if (id === 0) continue;
    const [created, ...later] = states.slice(1);
    const bounds = (isAbsent: boolean): [number, number] => {
      // A transaction of the test itself adds no event.
      const writes = later.filter((state) => state.isAbsent === isAbsent && state.node !== undefined);
      return [writes.filter(isAcknowledged).length, writes.length];
    };
    if (created) check(key, 'entry.created', id, [1, 1]);
    check(key, 'entry.updated', id, bounds(false));
    check(key, 'entry.deleted', id, bounds(true));
  }
  for (const { key, id } of recorder.comments) if (id !== 0) check(key, 'comment.created', id, [1, 1]);
}

/** Waits until all events are delivered, and checks their order and repetitions. */
async function checkDeliveries({ cluster, recorder, arrivals }: FinalContext, query: Query): Promise<void> {
  await expireLeases(cluster, query, {
    leased: "select 1 from webhook_deliveries where state = 'waiting' and leased_until > $now limit 1",
    waiting: "select 1 from webhook_deliveries where state = 'waiting' limit 1",
    expire: 'update webhook_deliveries set leased_until = 0 where leased_until > $now',
  });
  const events = await query('select uuid, kind, subject, position from events order by position');
  // The first events are older than the webhook.
  const firstPosition = Math.min(...arrivals.first.map(({ body }) => body.data.position));
  const expected = new Set(
    events.filter((row) => Number(row.position) >= firstPosition).map(({ uuid }) => String(uuid)),
  );
  for (const id of arrivals.deliveries.keys())
    if (!expected.has(id)) recorder.violate(`a delivery ${id} without an event`);
  for (const id of expected) if (!arrivals.deliveries.has(id)) recorder.violate(`the event ${id} was not delivered`);
  const positions = new Map<string, number>();
  for (const { body } of arrivals.first) {
    const { kind, subject, position } = body.data;
    const resource = `${kind.split('.')[0]} ${subject}`;
    if (position <= (positions.get(resource) ?? 0)) recorder.violate(`deliveries about ${resource} in another order`);
    positions.set(resource, position);
  }
  for (const [id, times] of arrivals.deliveries) checkRepetitions(recorder, `the delivery ${id}`, times);
}

/** Waits until all emails are sent, and checks that there is one for each comment on hold that is stored. */
async function checkMails({ cluster, recorder, arrivals }: FinalContext, query: Query): Promise<void> {
  // The time until which an attempt lasts is the one at which the email is due again.
  await expireLeases(cluster, query, {
    leased:
      "select 1 from mails where state = 'waiting' and due > to_char(now() at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI:SS') limit 1",
    waiting: "select 1 from mails where state = 'waiting' limit 1",
    expire: "update mails set due = '2000-01-01T00:00:00' where state = 'waiting'",
  });
  const rows = await query("select content from comments where status = 'hold'");
  const stored = new Set(rows.map(({ content }) => String(content).split(' ')[0] ?? ''));
  for (const key of stored) if (!arrivals.mails.has(key)) recorder.violate(`no email about ${key}`, key);
  for (const [key, times] of arrivals.mails) {
    if (!stored.has(key)) recorder.violate(`an email about ${key}, which is not stored`, key);
    checkRepetitions(recorder, `the email about ${key}`, times, key);
  }
  const others = await query("select state, problem from mails where state <> 'sent'");
  if (others.length > 0) recorder.violate(`emails in other states: ${JSON.stringify(others)}`);
}

/** SQL of a queue, in which `$now` stands for the current time in milliseconds. */
interface QueueSql {
  /** Finds work that counts as being in progress. */
  readonly leased: string;
  /** Finds work that is not done. */
  readonly waiting: string;
  /** Makes other processes do the work that is in progress. */
  readonly expire: string;
}

/**
 * Waits until a queue is empty. Work of killed processes would be repeated up to five minutes later; the test lets it be repeated at once when
 * nothing is really in progress.
 */
async function expireLeases({ receiver, smtp }: Cluster, query: Query, sql: QueueSql): Promise<void> {
  const run = (text: string) => query(text.replaceAll('$now', String(Date.now())));
  const exists = async (text: string) => (await run(text)).length > 0;
  const arrived = () => receiver.delivery.length + smtp.received.length;
  let [last, lastAt] = [arrived(), performance.now()];
  await waitUntil(
    async () => {
      if (arrived() !== last) [last, lastAt] = [arrived(), performance.now()];
      if (!(await exists(sql.waiting))) return true;
      if (performance.now() - lastAt > idleMs && (await exists(sql.leased))) {
        await run(sql.expire);
        lastAt = performance.now();
      }
      await pause(50);
      return false;
    },
    maxWaitMs,
    'the queue is empty',
  );
}

/** Checks that something arrived again only if its result was lost after its arrival, because of a kill or a very long disturbance. */
function checkRepetitions(recorder: Recorder, name: string, times: readonly number[], key?: string): void {
  const losing = recorder.periods.filter(
    ({ losesResults, from, until }) => losesResults || until - from > maxStoringMs,
  );
  for (const at of times.slice(0, -1))
    if (!losing.some(({ from, until }) => at > from - maxWorkMs && at < until))
      recorder.violate(`${name} arrived ${times.length} times without a reason`, key);
}
