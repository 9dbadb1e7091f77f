/** A minimal template of a shell. */
export const TEMPLATE =
  '<!doctype html><html lang="en"><head><title>Award</title><!--head--></head>' +
  '<body><div id="root"></div><noscript>Scripts!</noscript></body></html>'

/** Server code of a remote that reports what it can access in the sandbox. */
export const REMOTE = `
const nameOf = (work) => { try { return typeof work() } catch (error) { return error.name } }
const facts = async () => ({
  fs: nameOf(() => require('node:fs')),
  net: nameOf(() => require('net')),
  builtin: typeof process.getBuiltinModule,
  fetch: typeof globalThis.fetch,
  env: Object.keys(process.env),
  evaluated: nameOf(() => eval('1')),
  imported: await import('node:fs').then(() => 'loaded', (error) => error.name),
})
exports.routes = [{ facts, word: require('react').word }]
`

/** A shell that echoes its input; `/contact` throws and `/media` hangs. */
export const SHELL = `
let times = 0
exports.ready = Promise.resolve()
exports.provided = { react: { word: 'shared' } }
const HEAD = {
  title: 'A <title>',
  description: 'What "it" says',
  image: { url: '/pictures/1/a.jpg', width: 1200, height: 630, alt: 'A' },
  hero: {
    picture: { url: '/a.webp', sources: [], avif: [{ url: '/a.avif', width: 480 }] },
    sizes: '100vw',
  },
  facts: [{ '@type': 'Thing', name: '</script><b>' }],
}
const escape = (text) => text.replace(/&/g, '&amp;')
const tried = (call, url) =>
  call({ url, input: {} }).then((answer) => answer.code ? { code: answer.code } : answer,
    (error) => error.name)
exports.render = async ({ path, search, language, remote, call }) => {
  times += 1
  if (path === '/media') for (;;);
  if (path === '/contact') throw new Error('broken')
  const missing = path === '/winners/404' || !remote
  const facts = path === '/about'
    ? { ...(await remote.routes[0].facts()), awards: await tried(call, '/index/getAward'),
        user: await tried((one) => call(one).then((body) => body.code), '/user/getUserInfo') }
    : {}
  return {
    html: '<main lang="' + language + '">times:' + times + ' search:' + escape(search) +
      '<!--facts:' + JSON.stringify(facts) + '--></main>',
    status: missing ? 404 : 200,
    head: { ...HEAD, index: !missing },
    answers: { queries: {} },
  }
}
`
