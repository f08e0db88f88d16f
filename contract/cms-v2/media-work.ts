// Declares the routes for processing stored images: editing, generating sizes, and uploading sizes that clients have generated
// (specification: Media; media-fonts-and-oembed.md, A8, A10, A11).
import { optional, type Parameters } from '../grammar/parameter.ts';
import type { Endpoint, Route } from '../grammar/route.ts';
import { enumOf, Type } from '../grammar/schema.ts';

/** Operations of the module `media` on stored images. Each is implemented in a file with its name, such as `post-process-media.ts`. */
export const mediaWorkOperations = ['post-process-media', 'edit-media', 'sideload-media', 'finalize-media'] as const;

const number = (description: string) => Type.Number({ description });

const modifier = (type: string, title: string, args: Parameters) => ({
  title,
  properties: {
    type: { description: `${title}.`, type: 'string', enum: [type] },
    args: {
      description: 'The arguments of the modifier.',
      type: 'object',
      required: Object.keys(args),
      properties: args,
    },
  },
});

const flip = Type.Object(
  {
    horizontal: Type.Boolean({ description: 'Whether to flip horizontally.' }),
    vertical: Type.Boolean({ description: 'Whether to flip vertically.' }),
  },
  { description: 'The directions of the flip.' },
);

/** Maximum number of modifiers per request. It is limited, because each modifier processes the whole image. */
export const maxModifiers = 100;

const modifiers = Type.Unsafe<unknown[]>({
  description: `The modifiers, applied in order; at most ${maxModifiers}.`,
  type: 'array',
  minItems: 1,
  check: 'modifiers',
  items: {
    description: 'A modifier.',
    type: 'object',
    required: ['type', 'args'],
    oneOf: [
      modifier('flip', 'Flip', { flip }),
      modifier('rotate', 'Rotate', { angle: number('The angle in degrees, clockwise.') }),
      modifier('crop', 'Crop', {
        left: number('The left edge, in percent of the width.'),
        top: number('The top edge, in percent of the height.'),
        width: number('The width, in percent of the original width.'),
        height: number('The height, in percent of the original height.'),
      }),
    ],
  },
});

const percent = (description: string) => optional(Type.Number({ description, minimum: 0, maximum: 100 }));

/** Returns the parameters for editing an image. Those in `fields` are validated in the second round (protocol.md §4.1). */
const editParameters = (fields: Parameters): Parameters => ({
  src: Type.String({ description: 'The URL of the image to edit.', format: 'uri' }),
  modifiers: optional(modifiers),
  rotation: optional(
    Type.Integer({
      description: 'The rotation in degrees, clockwise. Deprecated; use `modifiers`.',
      exclusiveMinimum: 0,
      exclusiveMaximum: 360,
    }),
  ),
  x: percent('The left edge of the crop, in percent. Deprecated; use `modifiers`.'),
  y: percent('The top edge of the crop, in percent. Deprecated; use `modifiers`.'),
  width: percent('The width of the crop, in percent. Deprecated; use `modifiers`.'),
  height: percent('The height of the crop, in percent. Deprecated; use `modifiers`.'),
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

/** Schema of an image size in the response to a sideload request. It has no descriptions (additions.md, "Finalize"). */
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

const uploadCapability = 'upload_files';

/** Returns the routes for processing an image. Their paths begin with `item`, the path of the media item. */
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
    description: 'Whether the image may be converted to another format.',
    default: true,
  });
  return [
    route('post-process', {
      operation: 'post-process-media',
      description: 'Generates the missing sizes of an image and returns the file.',
      permission: 'edit-media',
      parameters: { action: enumOf(['create-image-subsizes'], { description: 'The action.' }) },
    }),
    {
      ...route('edit', {
        operation: 'edit-media',
        statuses: [201],
        description: 'Crops, rotates or flips an image, and stores the result as a new media item, which is returned.',
        permission: 'change-picture',
        parameters: editParameters(fields),
      }),
      // Unlike the other three routes, this one does not document the ID parameter (protocol.md §11).
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([name, schema]) => [name, { ...schema, unlisted: true }]),
      ),
    },
    route('sideload', {
      operation: 'sideload-media',
      description: 'Stores an image size that the client has generated, and returns its description for `finalize`.',
      answers: 'object',
      permission: 'change-picture',
      parameters: {
        image_size: sizeOrSizes('The name of the image size or a list of names.', { check: 'image-size', first: true }),
        convert_format: convert,
      },
      files: uploadCapability,
    }),
    route('finalize', {
      operation: 'finalize-media',
      description: 'Completes an image whose sizes were sideloaded and returns the file.',
      permission: 'change-picture',
      parameters: {
        sub_sizes: Type.Unsafe<unknown[]>({
          description: 'The responses to the sideload requests.',
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
