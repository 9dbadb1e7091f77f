import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { prepareNginx } from '../../deploy/replicas/nginx.ts'
import { claimPorts } from '../../tools/testing/ports.ts'
import { SCALE } from '../../tools/testing/scale.ts'

/**
 * `npm test` runs the tests through nginx if it is installed; at full scale they always run and fail without it.
 */
export const hasNginx = SCALE === 'full' || spawnSync('nginx', ['-v']).status === 0

/** Starts nginx with the production template in front of an app. */
export async function startProxy(app: FastifyInstance) {
  const folder = await mkdtemp(join(tmpdir(), 'awards-nginx-'))
  const [port = 0] = await claimPorts(1)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const upstreams = [(app.server.address() as AddressInfo).port]
  const { command, args } = prepareNginx({ folder, port, upstreams })
  const nginx = spawn(command, args, { stdio: 'inherit' })
  const base = `http://127.0.0.1:${port}`

  /** Returns the answer in the shape of `app.inject`. */
  async function get(url: string, headers: Record<string, string> = {}) {
    const response = await fetch(base + url, { headers, redirect: 'manual' })
    const body = await response.text()
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body }
  }
  const isUp = () =>
    get('/healthz').then(
      ({ statusCode }) => statusCode === 200,
      () => false,
    )
  while (!(await isUp())) {
    if (nginx.exitCode !== null) throw new Error('nginx ended; its words above say why')
    await delay(20)
  }
  return {
    get,
    async stop() {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
