// What an address shows, told so that others can embed it (specification: oEmbed; media-fonts-and-oembed.md, Part C).
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type, words } from '../grammar/schema.ts';

/** The operations of the room `oembed`; each is a file of that name there. */
export const oembedOperations = ['get-embed', 'get-proxied'] as const;

/** The rules that the routes of the room name. */
export const oembedPermissions = ['read-embed', 'use-proxy'] as const;

const url = (description: string) => Type.String({ description, format: 'uri' });

/** How large what is embedded may be: digits at the beginning count, everything else is passed over. */
const pixels = { check: 'leading-digits' };

/** As clients are told it: `embed` says nothing of it, `proxy` that it is an integer (specification: oEmbed). */
const maxwidth = Type.Unsafe<number>({ default: 600, ...pixels });

const shown = { context: everywhere, readonly: true };
/** What other sites tell of their own, and images of entries: some have it. */
const text = (description: string) => Type.String({ description, sometimes: true, ...shown });
const number = (description: string) => Type.Integer({ description, sometimes: true, ...shown });

export const oembed: Resource = {
  title: 'oembed',
  noun: { one: 'embed', many: 'embeds' },
  namespace: 'oembed/1.0',
  room: 'oembed',
  fields: {
    version: text('The version of oEmbed: 1.0.'),
    provider_name: text('The name of the site that shows it.'),
    provider_url: text('The address of that site.'),
    author_name: text('Who has made it.'),
    author_url: text('Where more of its author is.'),
    title: text('What it is called, as HTML.'),
    type: Type.String({ description: 'What kind of thing it is: rich, video, photo or link.', ...shown }),
    width: number('How wide it is. Pixels.'),
    height: number('How high it is. Pixels.'),
    html: Type.String({ description: 'The markup that shows it.', ...shown }),
    url: text('The address of a picture.'),
    cache_age: number('For how long its site lets it be kept. Seconds.'),
    thumbnail_url: text('The address of a picture of it.'),
    thumbnail_width: number('How wide that picture is. Pixels.'),
    thumbnail_height: number('How high that picture is. Pixels.'),
    scripts: Type.Array(Type.String(), { description: 'Scripts it needs: none.', sometimes: true, ...shown }),
  },
  links: [],
  routes: [
    {
      path: '/oembed/1.0/embed',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-embed',
          permission: 'read-embed',
          xml: { parameter: 'format', root: 'oembed' },
          parameters: {
            url: url('The address of an entry of this site.'),
            // `xml`, or else JSON.
            format: Type.Unsafe<unknown>({ default: 'json' }),
            maxwidth,
          },
        },
      ],
    },
    {
      path: '/oembed/1.0/proxy',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-proxied',
          permission: 'use-proxy',
          parameters: {
            url: url('The address of what is to be embedded.'),
            format: words(['json', 'xml'], {
              description: 'In which form the other site may be asked; the answer is JSON.',
              default: 'json',
            }),
            maxwidth: Type.Unsafe<number>({
              description: 'How many pixels wide what is embedded may be.',
              default: 600,
              toldType: 'integer',
              ...pixels,
            }),
            maxheight: optional(
              Type.Unsafe<number>({
                description: 'How many pixels high what is embedded may be.',
                toldType: 'integer',
                ...pixels,
              }),
            ),
            discover: Type.Boolean({
              description: 'Whether sites that are not on the list are asked how they are embedded.',
              default: true,
            }),
          },
        },
      ],
    },
  ],
};
