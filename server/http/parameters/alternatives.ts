// Values declared with alternatives, `anyOf` or `oneOf` (protocol.md §4.4, last rows).
import { isObject } from './conversions.ts';
import { type Fault, fault, isWrongTypeAt, type Verdict } from './faults.ts';

/** An alternative as far as blaming looks at it. */
interface Alternative {
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Failure {
  readonly position: number;
  readonly alternative: Alternative;
  readonly fault: Fault;
}

/** How a value fares with one alternative. */
export type Trial<A> = (alternative: A) => Verdict;

/** The value as the first alternative that fits makes it, or the fault that none does. */
export function anyOf<A extends Alternative>(
  all: readonly A[],
  value: unknown,
  param: string,
  trial: Trial<A>,
): Verdict {
  const failures: Failure[] = [];
  for (const [position, alternative] of all.entries()) {
    const verdict = trial(alternative);
    if ('value' in verdict) return verdict;
    failures.push({ position, alternative, fault: verdict.fault });
  }
  return noneFits(failures, value, param);
}

/** The value as the one alternative that fits makes it, or the fault that none or several do. */
export function oneOf<A extends Alternative>(
  all: readonly A[],
  value: unknown,
  param: string,
  trial: Trial<A>,
): Verdict {
  const failures: Failure[] = [];
  const positions: number[] = [];
  let fitting: Verdict | undefined;
  for (const [position, alternative] of all.entries()) {
    const verdict = trial(alternative);
    if ('fault' in verdict) failures.push({ position, alternative, fault: verdict.fault });
    else positions.push(position);
    if ('value' in verdict) fitting ??= verdict;
  }
  if (fitting === undefined) return noneFits(failures, value, param);
  if (positions.length === 1) return fitting;
  const message = `${param} fits more than one of its forms, but must fit exactly one.`;
  return fault('rest_one_of_multiple_matches', message, { positions });
}

function noneFits(failures: readonly Failure[], value: unknown, param: string): Verdict {
  const blamed = blame(failures, value, param);
  const code = 'rest_no_matching_schema';
  if (blamed === undefined) return fault(code, `${param} fits none of its forms.`);
  return fault(code, `${param} does not fit: ${blamed.fault.message}`, { position: blamed.position });
}

// The only one; else the only one whose type fits; else the one that declares most of the value's members.
function blame(failures: readonly Failure[], value: unknown, param: string): Failure | undefined {
  if (failures.length === 1) return failures[0];
  const near = failures.filter((failure) => !isWrongTypeAt(param, failure.fault));
  return near.length === 1 ? near[0] : mostMembers(near, value);
}

function mostMembers(failures: readonly Failure[], value: unknown): Failure | undefined {
  if (!isObject(value)) return undefined;
  let best: Failure | undefined;
  let most = 0;
  for (const failure of failures) {
    const declared = failure.alternative.properties ?? {};
    const count = Object.keys(value).filter((name) => Object.hasOwn(declared, name)).length;
    if (count > most) [best, most] = [failure, count];
  }
  return best;
}
