// How often somebody has sent something in of late. Addresses of the network are kept as hashes, for a minute.
import { type Builder, type Slots, statement, type WriteHandle } from 'octavo/extension';

interface SenderRow {
  sender: string;
  /** Since when is counted. Milliseconds since 1970. */
  since: number;
  tries: number;
}

type Tables = { cmsforms_senders: SenderRow };

const finding = statement((q: Builder<Tables>, p: Slots<{ sender: string }>) =>
  q.selectFrom('cmsforms_senders').selectAll().where('sender', '=', p.sender),
);

const counting = statement((q: Builder<Tables>, p: Slots<SenderRow>) =>
  q
    .insertInto('cmsforms_senders')
    .values({ sender: p.sender, since: p.since, tries: p.tries })
    .onConflict((conflict) => conflict.column('sender').doUpdateSet({ since: p.since, tries: p.tries })),
);

const forgetting = statement((q: Builder<Tables>, p: Slots<{ before: number }>) =>
  q.deleteFrom('cmsforms_senders').where('since', '<', p.before),
);

/** What is counted together. Milliseconds. */
const aWhile = 60_000;

/** Counts one more of a sender, unless there were so many within a minute; gives how many seconds to wait, 0: none. */
export async function countSender(tx: WriteHandle, sender: string, now: number, most: number): Promise<number> {
  await tx.lock(`forms sent in by ${sender}`);
  const known = await tx.first(finding, { sender });
  const counted = known && known.since > now - aWhile ? known : { sender, since: now, tries: 0 };
  if (counted.tries >= most) return Math.ceil((counted.since + aWhile - now) / 1000);
  await tx.run(counting, { sender, since: counted.since, tries: counted.tries + 1 });
  return 0;
}

/** Forgets who has not sent anything in for a while. */
export const forgetSenders = (tx: WriteHandle, now: number) => tx.run(forgetting, { before: now - aWhile });
