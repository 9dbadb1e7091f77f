import { setTimeout as delay } from 'node:timers/promises'
import { publication, session } from '@awards/shared/contract'

/** What a phase of the traffic found; `bad` counts by what happened: `200` with another code, a status, a broken line. */
export type Found = { requests: number; bad: Record<string, number>; slowest: number }

const CLIENTS = 6
/** Between two requests of a client. */
const PAUSE_MS = 25
const LONGEST_MS = 15_000

/**
 * Visitors and a signed-in entrant who read without end. `during(work)` resolves with what they met while `work` ran,
 * and goes on until `least` requests were answered.
 */
export function traffic(url: string, token: string) {
  const paths = [
    '/home',
    '/winners',
    publication.indexWinnerList.path,
    session.getUserInfo.path,
    '/rss.xml',
  ]

  async function one(path: string): Promise<string | undefined> {
    const headers = path.startsWith('/api/') ? { token } : undefined
    try {
      const answer = await fetch(url + path, {
        ...(headers && { headers }),
        signal: AbortSignal.timeout(LONGEST_MS),
      })
      const body = await answer.text()
      const code = headers ? envelopeCode(body) : 200
      return answer.status === 200 && code === 200
        ? undefined
        : `${path.startsWith('/api/') ? 'call' : 'page'} ${answer.status}, code ${code}`
    } catch (error) {
      const { cause, name } = error as { cause?: { code?: string }; name: string }
      return `no answer: ${cause?.code ?? name}`
    }
  }

  return {
    one,
    during: async (work: () => Promise<unknown>, least = 1_000): Promise<Found> => {
      const found: Found = { requests: 0, bad: {}, slowest: 0 }
      let isOver = false
      const client = async (first: number) => {
        for (let at = first; !isOver || found.requests < least; at += 1) {
          const start = performance.now()
          const bad = await one(paths[at % paths.length] ?? '/')
          found.slowest = Math.max(found.slowest, performance.now() - start)
          found.requests += 1
          if (bad) found.bad[bad] = (found.bad[bad] ?? 0) + 1
          await delay(PAUSE_MS)
        }
      }
      const clients = Array.from({ length: CLIENTS }, (_, first) => client(first))
      try {
        await work()
      } finally {
        isOver = true
        await Promise.all(clients)
      }
      return found
    },
  }
}

function envelopeCode(body: string): number | string {
  try {
    const { code } = JSON.parse(body) as { code?: number }
    return code ?? 'none'
  } catch {
    return 'no envelope'
  }
}

export const inWords = ({ requests, bad, slowest }: Found): string => {
  const kinds = Object.entries(bad).map(([what, count]) => `${count}× ${what}`)
  const lost = kinds.length > 0 ? kinds.join('; ') : '0 bad'
  return `${requests} requests, ${lost}, slowest ${(slowest / 1_000).toFixed(1)} s`
}
