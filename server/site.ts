// Where the site is: the addresses that answers are full of.

export interface Site {
  /** The address of the service, without a slash at its end. */
  readonly home: string;
  /** Where entries are shown: the front end, or the service itself. */
  readonly front: string;
  /** The REST root's address, without a slash at its end. */
  readonly rest: string;
  /** The address below which uploaded files are, without a slash at its end. */
  readonly uploads: string;
}

/** A site at these addresses; entries are shown at `home` where no front end is named. */
export function makeSite(home: string, front?: string): Site {
  const bare = (address: string) => address.replace(/\/+$/, '');
  return { home: bare(home), front: bare(front ?? home), rest: `${bare(home)}/rest`, uploads: `${bare(home)}/uploads` };
}

/** The first segments of the paths that the service itself answers at: no entry can be shown below them. */
export const ownSegments: ReadonlySet<string> = new Set(['account', 'admin', 'rest', 'uploads', 'wp-admin', 'wp-json']);

/** Whether a path below the front belongs to the service itself. A front end of its own may use any path. */
export const isOwnPath = ({ home, front }: Pick<Site, 'home' | 'front'>, path: string): boolean =>
  home === front && ownSegments.has(path.split('/', 2)[1] ?? '');
