// Validates values against alternatives: `anyOf` and `oneOf` (protocol.md §4.4, last rows).
import { isObject } from './conversions.ts';
import { isWrongTypeAt, type ValidationError, type ValidationResult, validationError } from './validation-error.ts';

/** The part of an alternative that is needed to select the error to report. */
interface Alternative {
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Failure {
  readonly position: number;
  readonly alternative: Alternative;
  readonly error: ValidationError;
}

/** Validates the value against one alternative. */
export type TryAlternative<A> = (alternative: A) => ValidationResult;

/** Returns the value as converted by the first matching alternative, or an error if none matches. */
export function anyOf<A extends Alternative>(
  all: readonly A[],
  value: unknown,
  param: string,
  tryAlternative: TryAlternative<A>,
): ValidationResult {
  const failures: Failure[] = [];
  for (const [position, alternative] of all.entries()) {
    const result = tryAlternative(alternative);
    if ('value' in result) return result;
    failures.push({ position, alternative, error: result.error });
  }
  return noMatch(failures, value, param);
}

/** Returns the value as converted by the only matching alternative, or an error if none or several match. */
export function oneOf<A extends Alternative>(
  all: readonly A[],
  value: unknown,
  param: string,
  tryAlternative: TryAlternative<A>,
): ValidationResult {
  const failures: Failure[] = [];
  const positions: number[] = [];
  let match: ValidationResult | undefined;
  for (const [position, alternative] of all.entries()) {
    const result = tryAlternative(alternative);
    if ('error' in result) failures.push({ position, alternative, error: result.error });
    else positions.push(position);
    if ('value' in result) match ??= result;
  }
  if (match === undefined) return noMatch(failures, value, param);
  if (positions.length === 1) return match;
  const message = `${param} matches more than one of the allowed schemas; it must match exactly one.`;
  return validationError('rest_one_of_multiple_matches', message, { positions });
}

function noMatch(failures: readonly Failure[], value: unknown, param: string): ValidationResult {
  const reported = selectFailure(failures, value, param);
  const code = 'rest_no_matching_schema';
  if (reported === undefined) return validationError(code, `${param} does not match any of the allowed schemas.`);
  return validationError(code, `${param} does not match the allowed schema: ${reported.error.message}`, {
    position: reported.position,
  });
}

// Selects the failure to report: the only one, else the only one of the right type, else the one that declares most of the
// value's properties.
function selectFailure(failures: readonly Failure[], value: unknown, param: string): Failure | undefined {
  if (failures.length === 1) return failures[0];
  const candidates = failures.filter((failure) => !isWrongTypeAt(param, failure.error));
  return candidates.length === 1 ? candidates[0] : mostMatchingProperties(candidates, value);
}

function mostMatchingProperties(failures: readonly Failure[], value: unknown): Failure | undefined {
  if (!isObject(value)) return undefined;
  let best: Failure | undefined;
  let maxCount = 0;
  for (const failure of failures) {
    const declared = failure.alternative.properties ?? {};
    const count = Object.keys(value).filter((name) => Object.hasOwn(declared, name)).length;
    if (count > maxCount) [best, maxCount] = [failure, count];
  }
  return best;
}
