// Opens the configured file store, which is a local folder or an S3 bucket.
import { openDiskStore } from './disk-store.ts';
import { type FileStore, StoreUnavailableError } from './store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the file store at a location: the path of a folder, or `s3://BUCKET/PREFIX?endpoint=…&region=…`. The
 * credentials for a bucket are read from the usual environment variables (`AWS_ACCESS_KEY_ID` and so on), and its files are received
 * in `workFolder`, a local folder, before they are uploaded. Throws StoreFullError or StoreUnavailableError.
 */
export async function openStore(location: string, workFolder: string, env: Environment): Promise<FileStore> {
  if (!location.startsWith('s3://')) return openDiskStore(location);
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(parseBucket(location, env), workFolder);
}

function parseBucket(location: string, env: Environment) {
  const url = URL.canParse(location) ? new URL(location) : undefined;
  if (!url?.hostname) throw new StoreUnavailableError(`${location.split('?', 1)[0]} has no bucket name`);
  const region = url.searchParams.get('region') ?? env.AWS_REGION ?? 'us-east-1';
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
  if (accessKeyId === '' || secretAccessKey === '')
    throw new StoreUnavailableError(
      'an S3 bucket requires the environment variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  const keyPrefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    endpoint: (url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    region,
    bucket: url.hostname,
    prefix: keyPrefix === '' ? '' : `${keyPrefix}/`,
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN,
  };
}
