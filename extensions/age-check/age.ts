// Calculates ages from dates of birth.

/**
 * Returns the age in full years at a timestamp in milliseconds since 1970; undefined if the date of birth (`1990-05-31`) is invalid, in the
 * future, or too long ago.
 */
export function ageAt(birth: string, timestamp: number): number | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birth);
  const born = new Date(`${birth}T00:00:00Z`);
  // Date converts 30 February to a day in March, so the result differs from the input.
  if (!found || Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== birth) return undefined;
  const today = new Date(timestamp);
  const hadBirthday =
    today.getUTCMonth() > born.getUTCMonth() ||
    (today.getUTCMonth() === born.getUTCMonth() && today.getUTCDate() >= born.getUTCDate());
  const years = today.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
  return years >= 0 && years <= maxAge ? years : undefined;
}

/** Maximum plausible age, in years. */
const maxAge = 130;
