// Links that load a new document. The editor lives as long as its document, and the browser asks before it leaves unsaved changes.
import type { ComponentProps } from 'react';
import { useRouter } from 'wouter';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path below the admin. */
  readonly path: string;
}

/** A link to the editor. */
export function DocumentLink({ path, children, ...props }: Props) {
  const { base } = useRouter();
  return (
    <a {...props} href={base + path}>
      {children}
    </a>
  );
}

/** Returns a function that loads the document at a path below the admin. */
export function useOpenDocument(): (path: string) => void {
  const { base } = useRouter();
  return (path) => location.assign(base + path);
}
