// Renders content in a site whose media library and titles are malicious.
import { normalizeBlocks } from '../../server/rendering/blocks/serialize.ts';
import { frameOf, imageOf, renderHtml, type TestSite, trackOf } from './site.ts';

/** Malicious value of titles and of the fields of media items. */
const maliciousText = `</script></textarea><img src onerror=ran()>" onclick="ran()' onclick='ran()<!--<script>`;
const track = (medium: 'audio' | 'video') => (id: number) =>
  trackOf(id, {
    ...{
      medium,
      title: maliciousText,
      caption: id === 1 ? '' : maliciousText,
      description: maliciousText,
      type: `${medium}/${maliciousText}`,
    },
    ...{ artist: maliciousText, album: maliciousText, length: maliciousText, cover: 1, width: 1, height: 1 },
  });
const site: TestSite = {
  site: { title: maliciousText },
  image: imageOf,
  imagesOf: () => [imageOf(1), imageOf(2)],
  track: track('audio'),
  tracksOf: (_entry, medium) => [1, 2].map(track(medium)),
  entryAtUrl: (address) => (address.includes('//x.test/') ? frameOf('own', { title: maliciousText }) : undefined),
};
/** Renders sanitized content in the malicious site. */
export const renderInMaliciousSite = (stored: string): Promise<string> => renderHtml(normalizeBlocks(stored), site);
