// Processes that end with their parent.

/** How often a process looks whether its parent is still there. Milliseconds. */
const parentCheckIntervalMs = 500;

/**
 * Makes this process end, as SIGTERM ends it, once its parent is gone. Does not keep it running.
 *
 * On Windows, where a process keeps the number of a parent that is gone, Node itself ends children with their parent.
 * @param {number} parent The parent's process id.
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
