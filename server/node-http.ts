// Provides values of `node:http`. An import from `node:http` also evaluates its getter `WebSocket`, which loads the HTTP client of
// `fetch` (undici): 5 MB of memory and about 4% of the CPU time of a start. Imports of types only are not affected.
export const { createServer, request, ServerResponse } = process.getBuiltinModule('node:http');
