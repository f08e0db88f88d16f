// Declares the settings and the navigation of the demo site.
import type { ImageName } from './images.ts';

export const site = {
  title: 'Low Water',
  tagline: 'A magazine of walking, mending, cooking and weather',
} as const;

/** The image that is both the icon and the logo of the site. */
export const siteImage: ImageName = 'mark';

/** The navigation: references to content, each with the references in its submenu. */
export const navigation: readonly { readonly key: string; readonly submenu?: readonly string[] }[] = [
  { key: 'category/walks', submenu: ['category/night-walks'] },
  { key: 'category/workshop' },
  { key: 'category/kitchen' },
  { key: 'category/weather' },
  { key: 'page/contents', submenu: ['page/a-glossary-of-the-shore'] },
  { key: 'page/about' },
  { key: 'page/contact' },
];
