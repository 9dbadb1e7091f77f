import { useEarlierCodeCache } from './start/code-cache.ts'

useEarlierCodeCache(process.env)
const { runServer } = await import('./start/run-server.ts')

await runServer(process.env)
