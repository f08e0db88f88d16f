// Stops the tracking of asynchronous operations by the test runner of Node.js when all tests are declared.
//
// The runner enables a hook for each promise in order to find the suite in which a test is declared, and the test that caused an uncaught
// error. While the tests of this repository run, the hook would take a third of their CPU time. Without it, an uncaught error still fails
// the process of the tests, but the runner does not name the test, and `after()` must not be called while a test runs; `t.after()` may be.
import { type AsyncHook, createHook } from 'node:async_hooks';

const prototype: AsyncHook = Object.getPrototypeOf(createHook({}));
const { enable } = prototype;
const hooks: AsyncHook[] = [];

// The runner enables its hook when the first suite or test is declared.
prototype.enable = function (this: AsyncHook): AsyncHook {
  hooks.push(this);
  return enable.call(this);
};

/** Disables the hook. All suites and tests must have been declared. */
export function stopTracking(): void {
  prototype.enable = enable;
  for (const hook of hooks.splice(0)) hook.disable();
}
