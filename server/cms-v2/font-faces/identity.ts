// What makes a face the same as another one (media-fonts-and-oembed.md, B2): sources and display do not count.
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

/** Words for numbers become the numbers, also in ranges: `normal 900`. */
const inNumbers = (text: string, numbers: Readonly<Record<string, string>>): string =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (Object.hasOwn(numbers, word) ? numbers[word] : word))
    .join(' ');

/** A face in words: two faces with the same words are one. */
export function faceInWords(settings: FontFaceSettings): string {
  const given = (member: keyof FontFaceSettings, usual: string) => String(settings[member] || usual);
  return [
    given('fontFamily', '').toLowerCase(),
    given('fontStyle', 'normal').toLowerCase(),
    inNumbers(given('fontWeight', '400'), weights),
    inNumbers(given('fontStretch', '100%'), stretches),
    given('unicodeRange', 'U+0-10FFFF').toUpperCase(),
  ]
    .map((part) => part.replace(/["';]/g, '').replace(/,\s+/g, ',').trim())
    .join(';');
}

/** The slug of a face, by which one with the same words is found. */
export const slugOfFace = (words: string): string => createHash('sha256').update(words).digest('hex');
