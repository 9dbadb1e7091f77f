import type { FastifyInstance } from 'fastify'

type Response = Awaited<ReturnType<FastifyInstance['inject']>>
type Kept = { name: string; value: string; path: string; isStrict: boolean }

/** The cookies of a browser. It sends each to its path alone, and a strict one not by a link of another site. */
export function cookieJar() {
  const jar = new Map<string, Kept>()
  return {
    keep(response: Response) {
      for (const { name, value, maxAge, sameSite, path = '/' } of response.cookies) {
        const key = `${name} ${path}`
        if (maxAge === 0) jar.delete(key)
        else jar.set(key, { name, value, path, isStrict: sameSite === 'Strict' })
      }
      return response
    },
    /** The header `cookie` for an address. */
    headerFor(url: string, { isFromAfar = false } = {}): string {
      const { pathname } = new URL(url, 'http://localhost')
      const isWithin = (path: string) => `${pathname}/`.startsWith(path.replace(/\/?$/, '/'))
      return [...jar.values()]
        .filter(({ path, isStrict }) => isWithin(path) && !(isFromAfar && isStrict))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ')
    },
  }
}
