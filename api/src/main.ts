import { runServer } from './app/run-server.ts'

await runServer(process.env)
