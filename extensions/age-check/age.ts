// Calculation of ages.

/** Returns the full years from a date of birth (`1990-05-31`) to a timestamp; undefined if the date is invalid or implausible. */
export function ageAt(birth: string, timestamp: number): number | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birth);
  const born = new Date(`${birth}T00:00:00Z`);
  // Date normalizes 30 February to a day in March, which differs from the input.
  if (!found || Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== birth) return undefined;
  const today = new Date(timestamp);
  const hadBirthday =
    today.getUTCMonth() > born.getUTCMonth() ||
    (today.getUTCMonth() === born.getUTCMonth() && today.getUTCDate() >= born.getUTCDate());
  const years = today.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
  return years >= 0 && years <= maxAge ? years : undefined;
}

const maxAge = 130;
