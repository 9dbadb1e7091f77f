import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../lib/start-error.ts'
import { leadToMailbox, type SimulatorPapers } from './serve-simulators.ts'

const PATH = '/papers'
const WAIT_MS = 20_000
const PAUSE_MS = 250

/** Who knows the secret of the site gets the keys of the play money. */
const passOf = (secret: string) => createHmac('sha256', secret).update('simulators').digest('hex')

/** Hands the papers of the simulators to the processes of one site. */
export const handOut =
  (secret: string) =>
  (request: IncomingMessage, response: ServerResponse, papers: SimulatorPapers) => {
    if (request.url !== PATH) return leadToMailbox(request, response)
    const [given, wanted] = [request.headers.authorization ?? '', `Bearer ${passOf(secret)}`]
    const isKnown =
      given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
    response.writeHead(isKnown ? 200 : 401, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    response.end(JSON.stringify(isKnown ? papers : {}))
  }

/** Fetches the papers from simulators that may still be starting. */
export async function askForPapers(address: string, secret: string): Promise<SimulatorPapers> {
  const headers = { authorization: `Bearer ${passOf(secret)}` }
  for (const end = Date.now() + WAIT_MS; ;) {
    const answer = await fetch(new URL(PATH, address), { headers, redirect: 'manual' }).catch(
      () => undefined,
    )
    if (answer?.ok) return (await answer.json()) as SimulatorPapers
    if (answer?.status === 401) {
      throw new StartError(
        `The simulators at ${address} have another SECRET. Give all processes the same one.`,
      )
    }
    if (Date.now() > end) {
      throw new StartError(
        `The simulators at ${address} do not answer. Start them, or take SIMULATORS_URL away.`,
      )
    }
    await delay(PAUSE_MS)
  }
}
