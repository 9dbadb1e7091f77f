import { connect, createServer, type Server, type Socket } from 'node:net'

/** A port that leads to another one while it is open; closed, connections are refused and those there are end. */
export async function tcpGate(port: number, target: number) {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  }
  return {
    async open() {
      server = createServer((incoming) => {
        const onward = connect(target, '127.0.0.1')
        for (const socket of [incoming, onward]) keep(socket)
        incoming.pipe(onward).pipe(incoming)
        incoming.once('close', () => onward.destroy())
        onward.once('close', () => incoming.destroy())
      })
      await new Promise<void>((done) => server?.listen(port, '127.0.0.1', done))
    },
    async close() {
      const closed = new Promise<void>((done) => (server ? server.close(() => done()) : done()))
      server = undefined
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
