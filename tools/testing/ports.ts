import { createServer, type Server } from 'node:net'

// Above 32768 the system itself gives ports to outgoing connections.
const FIRST = 20_000
const BLOCKS = 120
const BLOCK_SIZE = 100

let claimed: Promise<{ next: number; first: number }> | undefined

/**
 * Gives ports of this machine that stand beside each other. A process claims a block by listening on its first
 * port for as long as it lives, and hands out the others in turn: no other test process is given one of them.
 */
export async function claimPorts(count: number): Promise<number[]> {
  const block = await (claimed ??= claimBlock())
  for (let tried = 0; tried < BLOCK_SIZE; tried += 1) {
    if (block.next + count > block.first + BLOCK_SIZE) block.next = block.first + 1
    const ports = Array.from({ length: count }, (_, index) => block.next + index)
    block.next += count
    // A program outside of the tests may sit in the block.
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports
  }
  throw new Error(
    `Every port from ${block.first} on is in use. End the programs that listen there.`,
  )
}

async function claimBlock() {
  for (let index = 0; index < BLOCKS; index += 1) {
    const first = FIRST + index * BLOCK_SIZE
    const guard = await listenOn(first)
    // The process may end although it holds its block.
    guard?.unref()
    if (guard) return { first, next: first + 1 }
  }
  throw new Error('Every block of ports is taken. End test runs that were left behind.')
}

const listenOn = (port: number) =>
  new Promise<Server | undefined>((done) => {
    const server = createServer()
    server.once('error', () => done(undefined))
    server.listen(port, () => done(server))
  })

/** Whether a program could listen there now. */
export async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port)
  if (probe) await new Promise((closed) => probe.close(closed))
  return probe !== undefined
}
