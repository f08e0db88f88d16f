// Sets up the dates of the editor's packages: they display and interpret dates in the time zone of the site.
import { getSettings, setSettings } from '@wordpress/date';
import { __ } from '@wordpress/i18n';
import { formatLanguage } from '../../ui/format-language.ts';
import type { Site } from '../bootstrap.ts';
import { currentLanguage } from '../locale.ts';

/** Sets the language of the admin, and the time zone and the display formats of the site. It must be called before the editor starts. */
export function setUpDates({ timezone, date_format, time_format, start_of_week }: Site): void {
  const { l10n, formats, timezone: utc } = getSettings();
  setSettings({
    l10n: { ...l10n, ...(currentLanguage() !== 'en' && translatedNames()), startOfWeek: weekday(start_of_week) },
    formats: { ...formats, date: date_format, time: time_format, datetime: `${date_format} ${time_format}` },
    // The package knows the offsets of named zones.
    timezone: { ...utc, string: timezone },
  });
}

type Weekday = ReturnType<typeof getSettings>['l10n']['startOfWeek'];

const weekdays: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

const weekday = (day: number): Weekday => weekdays[day] ?? 0;

type Names = Pick<
  ReturnType<typeof getSettings>['l10n'],
  'locale' | 'months' | 'monthsShort' | 'weekdays' | 'weekdaysShort' | 'relative'
>;

/** Returns names of months and days in the language of the admin, and the parts of relative times. */
function translatedNames(): Names {
  const language = formatLanguage();
  const namesOf = (dates: readonly Date[], options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return dates.map((date) => format.format(date));
  };
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 1)));
  // The first of January 2023 was a Sunday.
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2023, 0, day + 1)));
  return {
    locale: language,
    months: namesOf(months, { month: 'long' }) as Names['months'],
    monthsShort: namesOf(months, { month: 'short' }) as Names['monthsShort'],
    weekdays: namesOf(days, { weekday: 'long' }) as Names['weekdays'],
    weekdaysShort: namesOf(days, { weekday: 'short' }) as Names['weekdaysShort'],
    relative: relativeTimes(),
  };
}

const relativeTimes = (): Names['relative'] => ({
  // translators: %s: a duration, such as "2 days".
  future: __('%s from now'),
  // translators: %s: a duration, such as "2 days".
  past: __('%s ago'),
  s: __('a few seconds'),
  // translators: %d: number of seconds.
  ss: __('%d seconds'),
  m: __('a minute'),
  // translators: %d: number of minutes.
  mm: __('%d minutes'),
  h: __('an hour'),
  // translators: %d: number of hours.
  hh: __('%d hours'),
  d: __('a day'),
  // translators: %d: number of days.
  dd: __('%d days'),
  M: __('a month'),
  // translators: %d: number of months.
  MM: __('%d months'),
  y: __('a year'),
  // translators: %d: number of years.
  yy: __('%d years'),
});
