import { createServer } from 'node:net'
import type { Config } from './config.ts'
import { errorCode, StartError } from '../lib/errors.ts'

/** Throws a `StartError` if a port that the process needs is in use; called before anything starts. */
export async function probePorts({ host, port, mode, serve, simulatorsUrl }: Config) {
  const isDemo = mode === 'demo' && serve === 'site' && !simulatorsUrl
  for (const one of isDemo ? [port, port + 1] : [port]) {
    const probe = createServer()
    const listening = new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port: one }, resolve)
    })
    await listen(listening, one)
    await new Promise((resolve) => probe.close(resolve))
  }
}

/** Waits for a server to listen; throws a `StartError` with advice if the port is in use. */
export async function listen(listening: Promise<unknown>, port: number) {
  await listening.catch((error: unknown) => {
    if (errorCode(error) !== 'EADDRINUSE') throw error
    throw new StartError(`Port ${port} is in use. Stop the other program, or set PORT to another.`)
  })
}
