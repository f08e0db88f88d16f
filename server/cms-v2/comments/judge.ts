// Asking whether what a stranger has written is wanted, before it is stored.
import { within } from '../../time/within.ts';

/** Something that somebody has written: a comment, or what was sent in by a form. */
export interface Remark {
  readonly kind: 'comment' | 'form';
  readonly text: string;
  readonly name: string;
  readonly email: string;
  readonly url: string;
  /** The sender's address and program. */
  readonly from: string;
  readonly agent: string;
  /** The number of the user who has written it; 0: nobody who signed in. */
  readonly author: number;
  /** The number of the entry that it is about; 0: none. */
  readonly entry: number;
}

/** `spam` is kept out of sight, `discard` is not even stored. */
export type Verdict = 'pass' | 'spam' | 'discard';

/** Says what a remark is. Must end soon: somebody waits for the answer. */
export type Judge = (remark: Remark) => Promise<Verdict>;

const severity: readonly Verdict[] = ['pass', 'spam', 'discard'];

/** How long is waited for a judge. Milliseconds. */
const usualPatience = 10_000;

/** The sternest verdict of several judges. One that fails, or does not end in time, is told of, and says nothing. */
export function judgeAll(judges: readonly Judge[], onFault: (error: unknown) => void, patience = usualPatience): Judge {
  return async (remark) => {
    const asked = judges.map((judge) =>
      within(patience, 'the judge has not ended', () => judge(remark)).catch((error: unknown): Verdict => {
        onFault(error);
        return 'pass';
      }),
    );
    const verdicts = await Promise.all(asked);
    return severity.findLast((verdict) => verdicts.includes(verdict)) ?? 'pass';
  };
}
