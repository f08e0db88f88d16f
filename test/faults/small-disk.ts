// A small disk that tests can fill.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';

/** Mounts a small tmpfs. Returns a reason for skipping the test if that is impossible. */
export function mountSmallDisk(folder: string): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has a tmpfs';
  if (process.getuid?.() !== 0) return 'mounting a small disk requires root';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `a small disk cannot be mounted: ${error}`;
  }
}

/** Unmounts a disk, also if files on it are still open. */
export const unmountSmallDisk = (folder: string): void => void execFileSync('umount', ['--lazy', folder]);

/** Fills the disk by writing a file. */
export function fillDisk(file: string): void {
  const descriptor = openSync(file, 'w');
  for (const size of [65536, 4096]) {
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(size, 1));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
  closeSync(descriptor);
}
