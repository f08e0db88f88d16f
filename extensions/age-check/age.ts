// How old somebody is.

/** The full years from a date of birth (`1990-05-31`) to a moment; undefined where there is no such day, or nobody could be that old. */
export function ageAt(birth: string, moment: number): number | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birth);
  const born = new Date(`${birth}T00:00:00Z`);
  // 30 February becomes a day of March, which is another one.
  if (!found || Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== birth) return undefined;
  const today = new Date(moment);
  const hadBirthday =
    today.getUTCMonth() > born.getUTCMonth() ||
    (today.getUTCMonth() === born.getUTCMonth() && today.getUTCDate() >= born.getUTCDate());
  const years = today.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
  return years >= 0 && years <= oldest ? years : undefined;
}

const oldest = 130;
