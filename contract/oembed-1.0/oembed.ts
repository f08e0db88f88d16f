// Declares oEmbed: embeddable representations of URLs (specification: oEmbed; media-fonts-and-oembed.md, Part C).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, everywhere, ReadOnly, Type } from '../grammar/schema.ts';

const url = (description: string) => Type.String({ description, format: 'uri' });

/** Annotations of a size in pixels. Leading digits are parsed; the rest of the value is ignored. */
const pixels = { check: 'leading-digits' };

/** The maximum width of `embed`, in pixels. Unlike the parameter of `proxy`, it documents no type (specification: oEmbed). */
const maxwidth = Type.Unsafe<number>({ default: 600, ...pixels });

const readonlyField = { context: everywhere, readonly: true };
/** Declares a property that some responses omit. */
const text = (description: string) => ReadOnly.String(description, everywhere, { sometimes: true });
const number = (description: string) => ReadOnly.Integer(description, everywhere, { sometimes: true });

const endpoints = declareEndpoints({
  'get-embed': {
    permission: 'read-embed',
    xml: { parameter: 'format', root: 'oembed' },
    parameters: {
      url: url('The URL of an entry of this site.'),
      // The format is XML for the value `xml`, otherwise JSON.
      format: Type.Unsafe<unknown>({ default: 'json' }),
      maxwidth,
    },
  },
  'get-proxied': {
    permission: 'use-proxy',
    parameters: {
      url: url('The URL to embed.'),
      format: enumOf(['json', 'xml'], {
        description: 'The format to request from the other site; the response is always JSON.',
        default: 'json',
      }),
      maxwidth: Type.Unsafe<number>({
        description: 'The maximum width in pixels.',
        default: 600,
        toldType: 'integer',
        ...pixels,
      }),
      maxheight: optional(
        Type.Unsafe<number>({
          description: 'The maximum height in pixels.',
          toldType: 'integer',
          ...pixels,
        }),
      ),
      discover: Type.Boolean({
        description: 'Whether to discover the oEmbed endpoint of sites that are not on the list of providers.',
        default: true,
      }),
    },
  },
});
export type OembedEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const oembedModule: ModuleDeclaration<OembedEndpoints> = { name: 'oembed' };

export const oembed: Resource = {
  title: 'oembed',
  noun: { one: 'embed', many: 'embeds' },
  namespace: 'oembed/1.0',
  module: oembedModule,
  fields: {
    version: text('The version of oEmbed: 1.0.'),
    provider_name: text('The name of the provider.'),
    provider_url: text('The URL of the provider.'),
    author_name: text('The name of the author.'),
    author_url: text('The URL of the author.'),
    title: text('The title, as HTML.'),
    type: ReadOnly.String('The type: `rich`, `video`, `photo` or `link`.', everywhere),
    width: number('The width in pixels.'),
    height: number('The height in pixels.'),
    html: ReadOnly.String('The HTML to embed.', everywhere),
    url: text('The URL of a photo.'),
    cache_age: number('The recommended cache lifetime in seconds.'),
    thumbnail_url: text('The URL of a thumbnail image.'),
    thumbnail_width: number('The width of the thumbnail in pixels.'),
    thumbnail_height: number('The height of the thumbnail in pixels.'),
    scripts: Type.Array(Type.String(), {
      description: 'The required scripts; always empty.',
      sometimes: true,
      ...readonlyField,
    }),
  },
  links: [],
  routes: [
    { path: '/oembed/1.0/embed', parameters: {}, endpoints: [endpoints['get-embed']] },
    { path: '/oembed/1.0/proxy', parameters: {}, endpoints: [endpoints['get-proxied']] },
  ],
};
