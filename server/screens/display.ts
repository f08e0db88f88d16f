// Displays times, roles and browsers in the language of a page.
import { browserName, recognizeBrowser } from '../access/browser-name.ts';
import { toSiteTime } from '../time/zone.ts';
import { html, type Markup } from './html.ts';
import type { Language, Locale } from './locale.ts';

/** The conventions in which each language displays times. */
const regions: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** Created at the first use, because this takes several milliseconds. */
const dateTimeFormats = new Map<Language, Intl.DateTimeFormat>();

function formatDateTime(date: Date, language: Language): string {
  let format = dateTimeFormats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(regions[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    dateTimeFormats.set(language, format);
  }
  return format.format(date);
}

/** Returns a `time` element that displays a GMT timestamp in the site's time zone. */
export const timeElement = (gmt: string, zone: string, { language }: Locale): Markup =>
  html`<time datetime="${gmt}Z">${formatDateTime(new Date(`${toSiteTime(gmt, zone)}Z`), language)}</time>`;

/** Roles with names in other languages than English. Other roles have the names that operators have given to them. */
const translatedRoles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

/** Formats roles as text; returns `no role` for an empty list. */
export const formatRoles = (roles: readonly string[], { t }: Locale): string =>
  roles.length === 0
    ? t('no role')
    : roles
        .map((role) => {
          const known = translatedRoles.find((each) => each === role);
          return known === undefined ? role.replaceAll(/[_-]/g, ' ') : t(known);
        })
        .join(', ');

/** Returns a short name for the browser with a User-Agent header, such as `Firefox on Linux`. */
export function browserLabel(agent: string, { t }: Locale): string | Markup {
  if (agent === '') return t('An unknown browser');
  const { browser, system } = recognizeBrowser(agent);
  return browser !== undefined && system !== undefined
    ? t('{browser} on {system}', { browser, system })
    : browserName(agent);
}
