// Contents as readers get them, in a site whose library and titles are hostile themselves.
import { normalBlocks } from '../blocks/serialize.ts';
import { frameOf, pictureOf, shownOf, type TestSite, trackOf } from '../dynamic/site-for-tests.ts';

/** What somebody else has written into the library, and into the titles of the site. */
const hostile = `</script></textarea><img src onerror=ran()>" onclick="ran()' onclick='ran()<!--<script>`;
const track = (medium: 'audio' | 'video') => (id: number) =>
  trackOf(id, {
    ...{ medium, title: hostile, caption: id === 1 ? '' : hostile, description: hostile, type: `${medium}/${hostile}` },
    ...{ artist: hostile, album: hostile, length: hostile, cover: 1, width: 1, height: 1 },
  });
const site: TestSite = {
  site: { title: hostile },
  picture: pictureOf,
  picturesOf: () => [pictureOf(1), pictureOf(2)],
  track: track('audio'),
  tracksOf: (_entry, medium) => [1, 2].map(track(medium)),
  addressed: (address) => (address.includes('//x.test/') ? frameOf('own', { title: hostile }) : undefined),
};
/** A filtered content as readers get it, in a site in which others have written what runs. */
export const showContent = (stored: string): Promise<string> => shownOf(normalBlocks(stored), site);
