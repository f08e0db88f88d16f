// Declares the images of the demo content, which are drawn when the content is created.
import type { Drawing, ImageType } from '../drawing/draw.ts';

/** An image of the demo content. */
export interface DemoImage {
  readonly title: string;
  /** The alternative text. */
  readonly alt: string;
  /** The media type of the file. */
  readonly type: ImageType;
  readonly drawing: Drawing;
}

/** Width and height in pixels. */
type Size = Pick<Drawing, 'width' | 'height'>;

const photo: Size = { width: 1440, height: 960 };
const card: Size = { width: 1200, height: 900 };
const icon: Size = { width: 512, height: 512 };

const image = (
  motif: Drawing['motif'],
  palette: Drawing['palette'],
  title: string,
  alt: string,
  size = photo,
): DemoImage => ({ title, alt, type: 'image/jpeg', drawing: { motif, palette, ...size } });

/** The images by name. The name is also the name of the file. */
export const images = {
  'chair-grain': image(
    'grain',
    'walnut',
    'Grain',
    'The grain of a brown board, which flows around two knots like water around stones.',
  ),
  'chair-joint': image(
    'joinery',
    'walnut',
    'Joint',
    'Seven boards in shades of brown, each joined to the next with a tenon and a peg.',
  ),
  'grass-wind': image(
    'blades',
    'day',
    'Grass in the wind',
    'Tall blue-green grass that leans in the wind, in front of a pale sun.',
  ),
  'grass-marram': image('blades', 'meadow', 'Marram', 'Dense green blades of grass on the slope of a dune.'),
  'grass-evening': image(
    'blades',
    'dusk',
    'Grass in the evening',
    'Dark blades of grass against an orange evening sky.',
  ),
  'museum-window': image(
    'tiles',
    'ocean',
    'The window of number eleven',
    'A pattern of quarter circles in blue, sand and orange, like panes of colored glass.',
  ),
  'museum-keys': image(
    'tiles',
    'walnut',
    'Keys',
    'A pattern of quarter circles and dots in brown and teal that resembles the bows of keys.',
    card,
  ),
  'rope-walk': image(
    'town',
    'dusk',
    'Rope Walk',
    'A row of narrow gabled houses at dusk, with light in some of the windows.',
  ),
  'night-moon': image('night', 'midnight', 'Moon over hills', 'A bright moon and many stars above dark rounded hills.'),
  'night-road': image(
    'road',
    'midnight',
    'The lane',
    'A pale road that winds uphill under the stars and narrows toward the horizon.',
  ),
  'tide-level': image(
    'waves',
    'ocean',
    'Waves',
    'Rows of overlapping blue waves made of concentric arcs, darker toward the bottom.',
  ),
  'tide-clock': image(
    'dial',
    'ocean',
    'Tide clock',
    'A white dial with sixty marks, no numbers, and a single orange hand.',
    card,
  ),
  'tide-road': image(
    'shore',
    'dawn',
    'The shore at low water',
    'A low sun over a still sea, and wet sand with long ripples in front of it.',
  ),
  causeway: image(
    'poles',
    'dawn',
    'The causeway',
    'A row of poles with tufts at their tops that leads across wet sand toward the sea.',
  ),
  'bread-field': image(
    'hills',
    'wheat',
    'Fields',
    'Rounded hills in the colors of ripe wheat, one behind another, under a pale sun.',
  ),
  loaf: image(
    'loaf',
    'wheat',
    'A loaf',
    'A round loaf of bread from above, dusted with flour, with a cross cut into its crust.',
    card,
  ),
  'shore-1': image('sand', 'slate', 'Slate', 'Ripples of sand in dark gray.', card),
  'shore-2': image('sand', 'shell', 'Shell', 'Ripples of sand in pale pink.', card),
  'shore-3': image('sand', 'oats', 'Oats', 'Ripples of sand in warm yellow-brown.', card),
  'shore-4': image('sand', 'noon', 'Noon', 'Ripples of sand in an almost white tone.', card),
  'shore-5': image('sand', 'tin', 'Tin', 'Ripples of sand in cool silver gray.', card),
  'shore-6': image('sand', 'copper', 'Copper', 'Ripples of sand in reddish copper.', card),
  'fog-lake': image('fog', 'fog', 'Fog', 'Gray ridges that stand one behind another in white fog.'),
  'fog-valley': image('fog', 'dawn', 'Valley fog', 'Hills at sunrise whose valleys are filled with pale pink fog.'),
  'sea-smoke': image('smoke', 'dusk', 'Sea smoke', 'Ropes of mist that rise from a dark sea in front of a low sun.'),
  lanterns: image('lanterns', 'ember', 'Lanterns', 'Paper lanterns of many sizes that glow in a dark red night.'),
  'table-evening': image(
    'table',
    'walnut',
    'Places at a table',
    'Two rows of plates and cups on brown boards, seen from above.',
  ),
  'long-table': image(
    'table',
    'wheat',
    'The long table',
    'Plates and cups in two long rows on boards of pale wood, seen from above.',
  ),
  isobars: image(
    'contours',
    'oats',
    'Isobars',
    'Two systems of curved lines, one brown and one gray-blue, that spread over a pale ground.',
  ),
  barometer: image(
    'dial',
    'walnut',
    'Barometer',
    'A pale dial with fine marks and a single teal hand, in a dark wooden ring.',
    card,
  ),
  'about-shed': image('town', 'dawn', 'By the slipway', 'A row of gabled houses by the water in the early morning.'),
  // The icon has few colors and sharp edges.
  mark: { ...image('mark', 'ocean', 'Low Water', 'A sun above two waves.', icon), type: 'image/png' },
} satisfies Readonly<Record<string, DemoImage>>;

export type ImageName = keyof typeof images;
