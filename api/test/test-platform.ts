import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPlatformSimulator } from '@awards/simulators/platform/create-platform-simulator'
import { listen } from './test-wallet.ts'

export type { PlatformFault } from '@awards/simulators/platform/create-platform-simulator'
export { lifeCycleMessage } from '@awards/simulators/platform/platform-book'

/** The approved platform's simulator on a free port, and the settings for the API. */
export async function testPlatform(now: () => Date) {
  const platform = createPlatformSimulator({ mode: 'demo', now })
  const server = createServer(platform.handle)
  const url = `${await listen(server)}/pa`
  const secretFile = path.join(mkdtempSync(path.join(tmpdir(), 'platform-')), 'secret')
  writeFileSync(secretFile, 'specimen\n')
  return {
    ...platform,
    url,
    environment: {
      PA_FLOW_URL: `${url}/flow-service`,
      PA_DIRECTORY_URL: `${url}/directory-service/`,
      PA_TOKEN_URL: `${url}/token`,
      PA_CLIENT_ID: 'site',
      PA_CLIENT_SECRET_FILE: secretFile,
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
