import { createServer } from 'node:net'

// Below those that the system gives to outgoing connections.
const FIRST = 10_000
const COUNT = 9_000

/** Ports of this machine that nobody listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

/** Whether a program could listen there now. */
export const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, () => probe.close(() => done(true)))
  })
