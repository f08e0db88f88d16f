// Identifies font faces by family, style, weight, stretch and Unicode range (media-fonts-and-oembed.md, B2). Faces that differ
// only in other settings, such as `src` or `fontDisplay`, count as identical.
import { createHash } from 'node:crypto';
import type { FontFaceSettings } from '../../../contract/cms-v2/font-faces.ts';

const weights: Readonly<Record<string, string>> = { normal: '400', bold: '700' };
const stretches: Readonly<Record<string, string>> = {
  'ultra-condensed': '50%',
  'extra-condensed': '62.5%',
  condensed: '75%',
  'semi-condensed': '87.5%',
  normal: '100%',
  'semi-expanded': '112.5%',
  expanded: '125%',
  'extra-expanded': '150%',
  'ultra-expanded': '200%',
};

/** Replaces keywords with their numeric values, including those in ranges such as `normal 900`. */
const toNumericKeywords = (text: string, numbers: Readonly<Record<string, string>>): string =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((keyword) => (Object.hasOwn(numbers, keyword) ? numbers[keyword] : keyword))
    .join(' ');

/** Returns the canonical description of a face. Faces with equal descriptions count as identical. */
export function describeFace(settings: FontFaceSettings): string {
  const settingOf = (property: keyof FontFaceSettings, defaultValue: string) =>
    String(settings[property] || defaultValue);
  return [
    settingOf('fontFamily', '').toLowerCase(),
    settingOf('fontStyle', 'normal').toLowerCase(),
    toNumericKeywords(settingOf('fontWeight', '400'), weights),
    toNumericKeywords(settingOf('fontStretch', '100%'), stretches),
    settingOf('unicodeRange', 'U+0-10FFFF').toUpperCase(),
  ]
    .map((value) => value.replace(/["';]/g, '').replace(/,\s+/g, ',').trim())
    .join(';');
}

/** Returns the slug of a face: the SHA-256 hash of its canonical description, in hexadecimal. */
export const faceSlug = (description: string): string => createHash('sha256').update(description).digest('hex');
