// Declares the fields of files that are uploaded in pieces, so that an upload can continue after a lost connection.
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';

/** Returns the fields of an uploaded file. `maxBytes` is its maximum size, in bytes. */
export const uploadFields = (maxBytes: number) => ({
  file_name: Type.String({
    description: 'The name of the file, for display.',
    minLength: 1,
    maxLength: 255,
    context: everywhere,
  }),
  size: Type.Integer({
    description: 'The size of the file, in bytes.',
    minimum: 1,
    maximum: maxBytes,
    context: everywhere,
  }),
  fingerprint: Type.String({
    description:
      'An identifier of the file that the client chooses, such as its size and modification time, to recognize the file when it continues an upload.',
    maxLength: 200,
    default: '',
    context: everywhere,
  }),
  received: ReadOnly.Integer(
    'The number of bytes that were received, which is the offset of the next piece.',
    everywhere,
  ),
  piece_size: ReadOnly.Integer(
    'The size of each piece, in bytes. The last piece consists of the remaining bytes.',
    everywhere,
  ),
});

/** The parameters of an endpoint that receives a piece. */
export const pieceParameters = {
  offset: Type.Integer({ description: 'The position of the piece in the file, in bytes.', minimum: 0 }),
};

/** The description of an endpoint that receives a piece. */
export const pieceDescription =
  'Receives the next piece of the file as the request body, with the media type application/octet-stream. If the offset is wrong, because a response was lost, the error has the expected one in `data.received`.';
