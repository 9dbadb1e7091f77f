// The content security policy forbids eval; without this zod would try it once, which is reported. zod itself
// comes with the first page that validates something, and finds its configuration here.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
