// Declares the routes for processing stored images: editing, generating sizes, and uploading sizes that clients have generated
// (specification: Media; media-fonts-and-oembed.md, A8, A10, A11).
import { declareEndpoints } from '../grammar/module.ts';
import { optional, type Parameters } from '../grammar/parameter.ts';
import type { Route } from '../grammar/route.ts';
import { enumOf, type TSchema, Type } from '../grammar/schema.ts';

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

/** An edit of an image. The arguments of `crop` are percentages; the angle of `rotate` is in degrees clockwise. */
export type ImageModifier =
  | {
      readonly type: 'flip';
      readonly args: { readonly flip: { readonly horizontal: boolean; readonly vertical: boolean } };
    }
  | { readonly type: 'rotate'; readonly args: { readonly angle: number } }
  | {
      readonly type: 'crop';
      readonly args: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
    };

const modifiers = Type.Unsafe<readonly ImageModifier[]>({
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

/** Fields that can be set when an image is edited. */
interface EditableFields {
  readonly caption: TSchema;
  readonly description: TSchema;
  readonly title?: TSchema;
  readonly post: TSchema;
  readonly alt_text: TSchema;
}

/** Returns the parameters for editing an image. Those in `fields` are validated in the second round (protocol.md §4.1). */
const editParameters = <F extends EditableFields>({ caption, description, title, post, alt_text }: F) => ({
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
  caption: asParameter<F['caption']>(caption),
  description: asParameter<F['description']>(description),
  ...(title && { title: asParameter<NonNullable<F['title']>>(title) }),
  post: asParameter<F['post']>(post),
  alt_text: asParameter<F['alt_text']>(alt_text),
});

/** Returns the optional parameter for a field. */
const asParameter = <S extends TSchema & { readonly context?: unknown }>({ context: _shown, ...schema }: S) =>
  optional(schema);

const sizeOrSizes = (description: string, notes: object = {}) =>
  Type.Unsafe<string | string[]>({
    description,
    type: ['string', 'array'],
    items: { type: 'string', minLength: 1 },
    minLength: 1,
    minItems: 1,
    ...notes,
  });

/** A sideloaded file, as the response to the sideload request describes it. */
export interface SubSize {
  readonly image_size: string | readonly string[];
  readonly width?: number;
  readonly height?: number;
  readonly file?: string;
  readonly mime_type?: string;
  readonly filesize?: number;
  readonly original_image?: string;
}

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

/** Returns the endpoints for processing an image. `fields` are those of media. */
export const mediaWorkEndpoints = <F extends EditableFields>(fields: F) =>
  declareEndpoints({
    'post-process-media': {
      methods: ['POST'],
      description: 'Generates the missing sizes of an image and returns the file.',
      permission: 'edit-media',
      parameters: { action: enumOf(['create-image-subsizes'], { description: 'The action.' }) },
    },
    'edit-media': {
      methods: ['POST'],
      changes: 'parent',
      statuses: [201],
      description: 'Crops, rotates or flips an image, and stores the result as a new media item, which is returned.',
      permission: 'change-picture',
      parameters: editParameters(fields),
    },
    'sideload-media': {
      methods: ['POST'],
      changes: 'parent',
      description: 'Stores an image size that the client has generated, and returns its description for `finalize`.',
      answers: 'object',
      permission: 'change-picture',
      parameters: {
        image_size: sizeOrSizes('The name of the image size or a list of names.', { check: 'image-size', first: true }),
        convert_format: Type.Boolean({
          description: 'Whether the image may be converted to another format.',
          default: true,
        }),
      },
      files: uploadCapability,
    },
    'finalize-media': {
      methods: ['POST'],
      changes: 'parent',
      description: 'Completes an image whose sizes were sideloaded and returns the file.',
      permission: 'change-picture',
      parameters: {
        sub_sizes: Type.Unsafe<readonly SubSize[]>({
          description: 'The responses to the sideload requests.',
          type: 'array',
          items: subSize,
          maxItems: 100,
          default: [],
          check: 'sub-sizes',
          first: true,
        }),
      },
    },
  });

/** Returns the routes for processing an image. Their paths begin with `item`, the path of the media item. */
export function mediaWorkRoutes(
  item: string,
  parameters: Parameters,
  endpoints: ReturnType<typeof mediaWorkEndpoints>,
): Route[] {
  // Unlike the other three routes, `edit` does not document the ID parameter (protocol.md §11).
  const unlisted = Object.fromEntries(
    Object.entries(parameters).map(([name, schema]) => [name, { ...schema, unlisted: true }]),
  );
  return [
    { path: `${item}/post-process`, parameters, endpoints: [endpoints['post-process-media']] },
    { path: `${item}/edit`, parameters: unlisted, endpoints: [endpoints['edit-media']] },
    { path: `${item}/sideload`, parameters, endpoints: [endpoints['sideload-media']] },
    { path: `${item}/finalize`, parameters, endpoints: [endpoints['finalize-media']] },
  ];
}
