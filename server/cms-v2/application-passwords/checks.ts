// Checks of the limits that a password is made with.
import type { Contract } from '../../../contract/contract.ts';
import { nativeSpelling, type Spelling } from '../../../contract/names/spelling.ts';
import { fault, type Verdict } from '../../http/parameters/faults.ts';
import type { CheckMaker } from '../../http/room.ts';
import { readMoment } from '../../time/moment.ts';
import { type Clock, now } from '../../time/zone.ts';

/** The checks that declarations of application passwords name. */
export const applicationPasswordChecks = (parts: {
  readonly contract: Contract;
  readonly clock: Clock;
}): Record<string, CheckMaker> => ({
  future: () => (value) => expiryVerdict(String(value), parts.clock),
  'served-namespaces':
    ({ spelling }) =>
    (value) =>
      namespacesVerdict(value as string[], servedNamespaces(parts.contract), spelling),
});

/** The namespaces that there is something in. */
export const servedNamespaces = ({ resources }: Contract): string[] => [
  ...new Set([...resources.values()].map(({ namespace }) => namespace).filter((name) => name !== '')),
];

/** A moment to come, in GMT. Expects a text of the format date-time. */
export function expiryVerdict(text: string, clock: Clock): Verdict {
  const { gmt } = readMoment(text, '', 'gmt');
  return gmt > now(clock)
    ? { value: gmt }
    : fault('rest_invalid_param', 'A password cannot have expired before it is made.');
}

/** Names of namespaces that are served, both native; the message has them in a spelling. */
export function namespacesVerdict(
  names: readonly string[],
  served: readonly string[],
  spelling: Spelling = nativeSpelling,
): Verdict {
  if (names.every((name) => served.includes(name))) return { value: names };
  return fault('rest_not_in_enum', `namespaces must name some of: ${served.map(spelling.name).join(', ')}.`);
}
