// Calculates ages from dates of birth.

/**
 * Returns the age in full years at a timestamp in milliseconds since 1970; undefined if the date of birth (`1990-05-31`) is invalid, in the
 * future, or too long ago.
 */
export function ageAt(birthDate: string, timestamp: number): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate);
  const birthTime = new Date(`${birthDate}T00:00:00Z`);
  // Date converts 30 February to a day in March, so the result differs from the input.
  if (!match || Number.isNaN(birthTime.getTime()) || birthTime.toISOString().slice(0, 10) !== birthDate)
    return undefined;
  const today = new Date(timestamp);
  const hadBirthday =
    today.getUTCMonth() > birthTime.getUTCMonth() ||
    (today.getUTCMonth() === birthTime.getUTCMonth() && today.getUTCDate() >= birthTime.getUTCDate());
  const years = today.getUTCFullYear() - birthTime.getUTCFullYear() - (hadBirthday ? 0 : 1);
  return years >= 0 && years <= maxAge ? years : undefined;
}

/** Maximum plausible age, in years. */
const maxAge = 130;
