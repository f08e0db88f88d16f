// The folder that a new file is stored in: a year and a month (media-fonts-and-oembed.md, A3, `post`).
import { now, toSiteTime } from '../../time/zone.ts';
import type { MediaParts } from './parts.ts';
import type { Holder } from './rows.ts';

const folderOfDate = (date: string) => `${date.slice(0, 4)}/${date.slice(5, 7)}/`;

/** The folder of the present month. */
export const folderOfNow = ({ clock, settings }: MediaParts): string =>
  folderOfDate(toSiteTime(now(clock), settings.values.timezone));

/** That of the date of what the file belongs to, unless that is a page; else that of the present month. */
export const folderOfUpload = (parts: MediaParts, holder: Holder | undefined): string =>
  holder && holder.type !== 'page' ? folderOfDate(holder.date) : folderOfNow(parts);
