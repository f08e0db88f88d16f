// Sets up the dates of the editor's packages: they display and interpret dates in the time zone of the site.
import { getSettings, setSettings } from '@wordpress/date';
import type { Site } from '../bootstrap.ts';

/** Sets the time zone and the display formats of the site. It must be called before the editor starts. */
export function setUpDates({ timezone, date_format, time_format, start_of_week }: Site): void {
  const { l10n, formats, timezone: utc } = getSettings();
  setSettings({
    l10n: { ...l10n, startOfWeek: weekday(start_of_week) },
    formats: { ...formats, date: date_format, time: time_format, datetime: `${date_format} ${time_format}` },
    // The package knows the offsets of named zones.
    timezone: { ...utc, string: timezone },
  });
}

type Weekday = ReturnType<typeof getSettings>['l10n']['startOfWeek'];

const weekdays: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

const weekday = (day: number): Weekday => weekdays[day] ?? 0;
