import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import type { Topology } from './topology.ts'

export const ACTIONS = ['kill', 'halt', 'stop', 'start'] as const
export type Action = (typeof ACTIONS)[number]

const socketIn = (dataDir: string) => join(dataDir, 'control.sock')

/** Takes orders for a topology on a socket of its folder: `POST /kill/api-2`, `GET /`. */
export async function takeOrders(dataDir: string, topology: Topology): Promise<() => void> {
  const file = socketIn(dataDir)
  rmSync(file, { force: true })
  const server = createServer((incoming, answer) => {
    const [, action = '', name = ''] = incoming.url?.split('/') ?? []
    const done = incoming.method === 'POST' ? obey(topology, action, name) : Promise.resolve('')
    void done.then((fault) => {
      answer.writeHead(fault ? 404 : 200, { 'content-type': 'application/json' })
      answer.end(JSON.stringify(fault ? { fault } : topology.view(), null, 2))
    })
  })
  await new Promise<void>((done) => server.listen(file, done))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** Empty when it was done, or why not. */
async function obey(topology: Topology, action: string, name: string): Promise<string> {
  const member = topology.member(name)
  if (!member) return `There is no ${name}. There are: ${topology.names.join(', ')}.`
  if (action === 'kill') await member.kill({ hold: false })
  else if (action === 'halt') await member.kill({ hold: true })
  else if (action === 'stop') await member.stop()
  else if (action === 'start') member.start()
  else return `There is no order ${action}. There are: ${ACTIONS.join(', ')}.`
  return ''
}

/** Gives one order to a topology that runs; without an order, asks how it is. */
export function order(dataDir: string, action?: Action, name?: string): Promise<string> {
  return new Promise((done, fail) => {
    const asked = request(
      {
        socketPath: socketIn(dataDir),
        path: action ? `/${action}/${name}` : '/',
        method: action ? 'POST' : 'GET',
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => (text += String(chunk)))
        answer.on('end', () =>
          answer.statusCode === 200 ? done(text) : fail(new Error(JSON.parse(text).fault)),
        )
      },
    )
    asked.on('error', () => fail(new Error(`Nothing runs in ${dataDir}; start it first.`)))
    asked.end()
  })
}
