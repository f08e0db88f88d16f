// Uploads media: an image with its sizes, an edited image, and a text file.
import sharp, { type Sharp } from 'sharp';
import type { Clients } from './fill-users.ts';

/** IDs of media that other fixture data refers to. */
export interface Files {
  readonly image: number;
}

/** Returns an image with a gradient. It compresses to a few kilobytes, and a wrong crop would be visible. */
function gradient(width: number, height: number): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="#146"/><stop offset="1" stop-color="#fc8"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg));
}

/** Uploads the files as an author, sets the texts of the first image, and returns the ID of that image. */
export async function fillMedia(clients: Clients): Promise<Files> {
  const author = clients('author-1');
  const image = await author.upload(
    'gradient.jpg',
    await gradient(900, 600).jpeg({ quality: 40 }).toBuffer(),
    'image/jpeg',
  );
  await author.update(`/cms/v2/media/${image.id}`, {
    ...{ title: 'A gradient', alt_text: 'From blue to orange', caption: 'A <em>caption</em>.', description: 'Words.' },
  });
  const square = await author.upload(
    'square.png',
    await gradient(160, 160).png({ palette: true }).toBuffer(),
    'image/png',
  );
  await author.create(`/cms/v2/media/${square.id}/edit`, {
    ...{ src: square.source_url, modifiers: [{ type: 'rotate', args: { angle: 90 } }] },
  });
  await author.upload('notes.txt', Buffer.from('Notes, as plain text.\n'), 'text/plain');
  return { image: image.id };
}
