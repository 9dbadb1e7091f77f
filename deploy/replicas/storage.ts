// An S3 server for rehearsals and tests: `storage.ts <folder> <port> <bucket>`.
import S3rver from 's3rver'

const [folder = '', port = '', bucket = ''] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory: folder,
  configureBuckets: [{ name: bucket, configs: [] }],
})
await server.run()
console.log(`The storage listens on port ${port}.`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => process.exit(0))
}
