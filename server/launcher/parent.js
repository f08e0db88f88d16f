// Ends a process when its parent process ends.

/** Interval at which a process checks its parent, in milliseconds. */
const parentCheckIntervalMs = 500;

/**
 * Sends SIGTERM to this process once its parent has ended. Does not keep the process alive.
 *
 * On Windows, where a process keeps the ID of a parent that has ended, Node.js itself ends child processes with their parent.
 * @param {number} parent The process ID of the parent.
 */
export function endWithParent(parent) {
  const check = () => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  };
  const timer = setInterval(check, parentCheckIntervalMs).unref();
  check();
}
