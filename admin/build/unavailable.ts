// Leaves out features of packages that the admin does not use and that would multiply its size.
import type { Plugin } from 'esbuild';

/** Media are processed by the service, never in the browser: the editor loads these modules only if this is enabled. */
const unavailableModules = /^@wordpress\/(?:vips|video-conversion)(?:\/worker)?$/;

/** Replaces the modules by one that throws when it is loaded. */
export const unavailable: Plugin = {
  name: 'unavailable',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: unavailableModules }, ({ path }) => ({ path, namespace: 'unavailable' }));
    onLoad({ filter: /.*/, namespace: 'unavailable' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is not part of the admin.`)});`,
    }));
  },
};
