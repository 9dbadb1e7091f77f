import type { SecurityMutant } from './checks.ts'

const HEADERS = 'platform/src/site/document.ts'
const SAFE_HEADERS = 'api/src/http/safe-headers.ts'
const BODIES = 'api/src/http/read-input.ts'
const HEADERS_TEST = 'api/test/security/headers.api.test.ts'
const HTTP_TEST = 'api/test/security/http.api.test.ts'
const CALLS_TEST = 'api/test/security/calls.api.test.ts'
const CONTRACT_TEST = 'api/test/security/contract.test.ts'
const PICTURES = 'api/src/files/pictures/image-processing.ts'
const PICTURES_TEST = 'api/src/files/hostile.api.test.ts'

/** Mutants of the checks 16 to 43: browser, transport and files. */
export const MUTANTS: readonly SecurityMutant[] = [
  {
    check: 16,
    name: 'scripts of other sites are allowed',
    file: HEADERS,
    change: [`"script-src 'self'",`, `"script-src 'self' https:",`],
    test: HEADERS_TEST,
  },
  {
    check: 17,
    name: 'Trusted Types are not enforced',
    file: HEADERS,
    change: [`    "require-trusted-types-for 'script'",\n`, ''],
    test: HEADERS_TEST,
  },
  {
    check: 18,
    name: 'nothing keeps a browser with TLS',
    file: SAFE_HEADERS,
    change: ['if (hsts) void', 'if (!hsts) void'],
    test: HEADERS_TEST,
  },
  {
    check: 19,
    name: 'browsers may guess the type',
    file: SAFE_HEADERS,
    change: ["    void reply.header('x-content-type-options', 'nosniff')\n", ''],
    test: HEADERS_TEST,
  },
  {
    check: 20,
    name: 'other sites learn the whole address',
    file: HEADERS,
    change: ["'strict-origin-when-cross-origin'", "'unsafe-url'"],
    test: HEADERS_TEST,
  },
  {
    check: 21,
    name: 'the site can be framed',
    file: HEADERS,
    change: [`"frame-ancestors 'none'"`, `"frame-ancestors *"`],
    test: HEADERS_TEST,
  },
  {
    check: 22,
    name: 'the opener keeps its hold',
    file: HEADERS,
    change: [
      "'cross-origin-opener-policy': 'same-origin'",
      "'cross-origin-opener-policy': 'unsafe-none'",
    ],
    test: HEADERS_TEST,
  },
  {
    check: 23,
    name: 'breaches are told to nobody',
    file: HEADERS,
    change: ['    `report-uri ${registryPaths.reports}`,\n', ''],
    test: HEADERS_TEST,
  },
  {
    check: 24,
    name: 'the origin that asks may read',
    file: SAFE_HEADERS,
    change: [
      '  app.addHook(',
      "  app.addHook('onRequest', async (request, reply) => void reply.raw.setHeader('access-control-allow-origin', request.headers.origin ?? '*'))\n  app.addHook(",
    ],
    test: HEADERS_TEST,
  },
  {
    check: 25,
    name: 'a form can make a call',
    file: BODIES,
    change: ["'application/json',", "['application/json', 'text/plain'],"],
    test: CALLS_TEST,
  },
  {
    check: 26,
    name: 'calls are made by opening their address',
    file: 'api/src/http/serve.ts',
    change: ["['GET', 'POST'] : call.method", "['GET', 'POST'] : ['GET', 'POST']"],
    test: CALLS_TEST,
  },
  {
    check: 27,
    name: 'stored files are not fenced in',
    file: 'api/src/files/files.routes.ts',
    change: [`"default-src 'none'; sandbox"`, `"default-src 'self'"`],
    test: 'api/src/files/files.api.test.ts',
  },
  {
    check: 28,
    name: 'anything is a digest',
    file: 'shell/src/releases/trust/policy.ts',
    change: ['if (integrity && isIntegrity(integrity))', 'if (integrity)'],
    test: 'shell/src/releases/trust/policy.test.ts',
  },
  {
    check: 28,
    name: 'browsers may run scripts without a digest',
    file: 'platform/src/site/document.ts',
    change: ['if (isSealed)', 'if (!isSealed)'],
    test: 'platform/src/site/site.api.test.ts',
  },
  {
    check: 29,
    name: 'a redirect may begin with two slashes',
    file: 'shell/src/session/redirect.ts',
    change: [
      "if (url.origin !== window.location.origin || url.pathname.startsWith('//'))",
      'if (!url)',
    ],
    and: ['!/^\\/(?![/\\\\])/.test(wanted)', "!wanted.startsWith('/')"],
    test: 'shell/src/session/redirect.test.ts',
  },
  {
    check: 30,
    name: 'an answer does not say its characters',
    file: 'api/src/http/serve.ts',
    change: ["'application/json; charset=utf-8'", "'text/html'"],
    test: HEADERS_TEST,
  },
  {
    check: 31,
    name: 'requests are read leniently',
    file: 'api/src/start/build-app.ts',
    change: ['http: { headersTimeout', 'http: { insecureHTTPParser: true, headersTimeout'],
    test: HTTP_TEST,
  },
  {
    check: 32,
    name: 'bodies may be as deep as they like',
    file: 'api/src/http/read-input.ts',
    change: ['const DEPTH_LIMIT = 32', 'const DEPTH_LIMIT = 32_000'],
    test: 'api/src/http/serve.api.test.ts',
  },
  {
    check: 33,
    name: 'TRACE is routed',
    file: SAFE_HEADERS,
    change: ["if (request.method !== 'TRACE') return done()", 'if (request.method) return done()'],
    test: HTTP_TEST,
  },
  {
    check: 34,
    name: 'a profile takes any field',
    file: 'shared/src/domain/accounts/account-form.ts',
    change: ['export const ProfileForm = z.object(', 'export const ProfileForm = z.looseObject('],
    test: CONTRACT_TEST,
  },
  {
    check: 35,
    name: 'keys of the prototype are read',
    file: BODIES,
    change: ["getDefaultJsonParser('error', 'error')", "getDefaultJsonParser('ignore', 'ignore')"],
    test: CALLS_TEST,
  },
  {
    check: 36,
    name: 'of two parameters the last one counts',
    file: 'api/src/http/serve.ts',
    change: [
      "request.method === 'GET' ? request.query :",
      "request.method === 'GET' ? Object.fromEntries(Object.entries(request.query as object).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])) :",
    ],
    test: CALLS_TEST,
  },
  {
    check: 37,
    name: 'an answer keeps what the contract does not name',
    file: 'api/src/http/serve.ts',
    change: ['call.output.parse(answer)', 'answer'],
    test: 'api/src/http/serve.api.test.ts',
  },
  {
    check: 38,
    name: 'a file may be larger than the limit',
    file: 'shared/src/domain/entries/entry-form.ts',
    change: ['bytes: 20 * 1024 * 1024', 'bytes: 200 * 1024 * 1024'],
    test: 'api/src/files/files.api.test.ts',
  },
  {
    check: 39,
    name: 'a picture of any size is opened',
    file: PICTURES,
    change: ['const PIXEL_LIMIT = 40_000_000', 'const PIXEL_LIMIT = 4_000_000_000'],
    test: PICTURES_TEST,
  },
  {
    check: 40,
    name: 'an archive may grow without end',
    file: 'platform/src/registry/gates/release-files.ts',
    change: ["    limit(ARCHIVE_LIMITS.unpackedBytes + TAR_OVERHEAD, 'unpacked'),\n", ''],
    test: 'platform/src/registry/gates/gates.api.test.ts',
  },
  {
    check: 41,
    name: 'a name keeps its folders',
    file: 'api/src/files/uploads/upload.service.ts',
    change: ["given.split(/[/\\\\]/).at(-1) ?? ''", 'given'],
    test: PICTURES_TEST,
  },
  {
    check: 42,
    name: 'nobody counts the bytes of a person',
    file: 'api/src/files/uploads/store-upload.ts',
    change: ['  if (used + bytes <= UPLOAD_QUOTA_BYTES) return\n', '  if (used >= 0) return\n'],
    test: 'api/src/files/uploads/resume.api.test.ts',
  },
  {
    check: 43,
    name: 'a picture keeps what the camera wrote',
    file: PICTURES,
    change: [
      'const upright = read(source).autoOrient()',
      'const upright = read(source).autoOrient().keepMetadata()',
    ],
    and: [
      'const pixels = () => sharp(base.data, { raw: { width, height, channels } })',
      "const pixels = () => sharp(base.data, { raw: { width, height, channels } }).withExif({ IFD0: { Artist: 'Claire' } })",
    ],
    test: PICTURES_TEST,
  },
  {
    check: 25,
    name: 'a key in a web page works',
    file: 'api/src/http/authenticate.ts',
    change: ["if (isFromBrowser(request)) return 'KEY_IN_BROWSER'\n", ''],
    test: 'api/src/modules/accounts/keys/api-keys.api.test.ts',
  },
]
