// What can be done with pictures that are stored: changing them, making sizes, bringing sizes made elsewhere
// (specification: Media; media-fonts-and-oembed.md, A8, A10, A11).
import { optional, type Parameters } from '../grammar/parameter.ts';
import type { Endpoint, Route } from '../grammar/route.ts';
import { Type, words } from '../grammar/schema.ts';

/** The operations on stored pictures. */
export const mediaWorkOperations = ['post-process-media', 'edit-media', 'sideload-media', 'finalize-media'] as const;

const number = (description: string) => Type.Number({ description });

const modifier = (type: string, title: string, args: Parameters) => ({
  title,
  properties: {
    type: { description: `${title}.`, type: 'string', enum: [type] },
    args: { description: 'How.', type: 'object', required: Object.keys(args), properties: args },
  },
});

const flip = Type.Object(
  {
    horizontal: Type.Boolean({ description: 'Left and right change places.' }),
    vertical: Type.Boolean({ description: 'Top and bottom change places.' }),
  },
  { description: 'Which sides change places.' },
);

/** How many changes one request may ask for: each works on the whole picture, so there is an end to them. */
export const mostModifiers = 100;

const modifiers = Type.Unsafe<unknown[]>({
  description: `Changes, one after the other, at most ${mostModifiers}.`,
  type: 'array',
  minItems: 1,
  check: 'modifiers',
  items: {
    description: 'A change.',
    type: 'object',
    required: ['type', 'args'],
    oneOf: [
      modifier('flip', 'Flip', { flip }),
      modifier('rotate', 'Rotate', { angle: number('Degrees clockwise.') }),
      modifier('crop', 'Crop', {
        left: number('How far from the left, in percent of the width.'),
        top: number('How far from the top, in percent of the height.'),
        width: number('How wide, in percent of the width.'),
        height: number('How high, in percent of the height.'),
      }),
    ],
  },
});

const percent = (description: string) => optional(Type.Number({ description, minimum: 0, maximum: 100 }));

/** The fields of a new item are those of an upload, checked in the second round (protocol.md §4.1). */
const edited = (fields: Parameters): Parameters => ({
  src: Type.String({ description: 'The address of the picture to change.', format: 'uri' }),
  modifiers: optional(modifiers),
  rotation: optional(
    Type.Integer({ description: 'Degrees clockwise; use modifiers.', exclusiveMinimum: 0, exclusiveMaximum: 360 }),
  ),
  x: percent('Where the kept part begins from the left; use modifiers.'),
  y: percent('Where the kept part begins from the top; use modifiers.'),
  width: percent('How wide the kept part is; use modifiers.'),
  height: percent('How high the kept part is; use modifiers.'),
  ...Object.fromEntries(
    ['caption', 'description', 'title', 'post', 'alt_text'].map((name) => {
      const { context: _shown, ...schema } = fields[name] as Parameters[string] & { context?: unknown };
      return [name, optional(schema as Parameters[string])];
    }),
  ),
});

const sizeOrSizes = (description: string, notes: object = {}) =>
  Type.Unsafe<string | string[]>({
    description,
    type: ['string', 'array'],
    items: { type: 'string', minLength: 1 },
    minLength: 1,
    minItems: 1,
    ...notes,
  });

/** A size as the response to a sideload describes it, without descriptions for existing clients (additions.md, "Finalize"). */
const subSize = {
  type: 'object',
  required: ['image_size'],
  properties: {
    image_size: {
      type: ['string', 'array'],
      items: { type: 'string', minLength: 1 },
      minLength: 1,
      minItems: 1,
      needed: true,
    },
    width: { type: 'integer', minimum: 1 },
    height: { type: 'integer', minimum: 1 },
    file: { type: 'string', minLength: 1 },
    mime_type: { type: 'string', pattern: '^image/.*' },
    filesize: { type: 'integer', minimum: 1 },
    original_image: { type: 'string', minLength: 1 },
  },
};

const taking = 'upload_files';

/** The routes below an item. */
export function mediaWorkRoutes(item: string, parameters: Parameters, fields: Parameters): Route[] {
  const route = (
    name: string,
    endpoint: Omit<Endpoint, 'methods'> & { readonly operation: (typeof mediaWorkOperations)[number] },
  ): Route => ({
    path: `${item}/${name}`,
    parameters,
    endpoints: [{ methods: ['POST'], ...endpoint }],
  });
  const convert = Type.Boolean({
    description: 'Whether the picture may be converted to another format.',
    default: true,
  });
  return [
    route('post-process', {
      operation: 'post-process-media',
      description: 'Creates the sizes of an image that are missing, and returns the file.',
      permission: 'edit-media',
      parameters: { action: words(['create-image-subsizes'], { description: 'What to do.' }) },
    }),
    {
      ...route('edit', {
        operation: 'edit-media',
        statuses: [201],
        description: 'Creates a new file from an image, cropped, rotated or otherwise changed, and returns it.',
        permission: 'change-picture',
        parameters: edited(fields),
      }),
      // Of the four routes this one alone is not told to take the number (protocol.md §11).
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([name, schema]) => [name, { ...schema, unlisted: true }]),
      ),
    },
    route('sideload', {
      operation: 'sideload-media',
      description:
        'Stores a size of an image that the client has made itself, and returns what `finalize` needs of it.',
      answers: 'object',
      permission: 'change-picture',
      parameters: {
        image_size: sizeOrSizes('The size or sizes that the file serves.', { check: 'image-size', first: true }),
        convert_format: convert,
      },
      files: taking,
    }),
    route('finalize', {
      operation: 'finalize-media',
      description: 'Completes an image whose sizes were sideloaded, and returns the file.',
      permission: 'change-picture',
      parameters: {
        sub_sizes: Type.Unsafe<unknown[]>({
          description: 'What the sideloads have answered.',
          type: 'array',
          items: subSize,
          maxItems: 100,
          default: [],
          check: 'sub-sizes',
          first: true,
        }),
      },
    }),
  ];
}
