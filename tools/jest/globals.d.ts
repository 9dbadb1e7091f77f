/**
 * Says what the running jest test proves once it passes: `proves('call user/login', 'route /login')`. The ids are
 * those of `tools/conformance/lists.ts`; `npm test` fails on one that does not exist.
 */
declare function proves(...ids: string[]): void
