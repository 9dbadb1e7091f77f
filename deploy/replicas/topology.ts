import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../../api/src/lib/errors.ts'
import { lockDataDir } from '../../api/src/db/embedded/data-dir.ts'
import { claimPorts, isFree } from '../../tools/testing/ports.ts'
import { addressesOf, programsOf, startMember, type Member, type Ports } from './programs.ts'

/** The first start loads the demo programme. */
const START_LIMIT = 600_000

export type Options = {
  dataDir: string
  port: number
  replicas: number
  env: NodeJS.ProcessEnv
  say: (line: string) => void
}

/** Starts the site as on several machines, and keeps every part of it running. */
export async function startTopology({ dataDir, port, replicas, env, say }: Options) {
  mkdirSync(dataDir, { recursive: true })
  const unlock = lockDataDir(dataDir)
  for (const one of [port, port + 1]) {
    if (await isFree(one)) continue
    throw new StartError(`Port ${one} is in use. Stop the other program, or give another --port.`)
  }
  const [database = 0, storage = 0, mail = 0, ...apis] = await claimPorts(3 + replicas)
  const ports: Ports = { site: port, database, storage, mail, replicas: apis }
  const addresses = addressesOf(ports)
  const stages = programsOf(dataDir, ports, env)

  const state = join(dataDir, 'replicas.json')
  const noteState = () => note(state, view())
  const members = stages.map((programs) =>
    programs.map((program) =>
      startMember(
        program,
        (line) => say(`${program.name} | ${line}`),
        () => noteState(),
      ),
    ),
  )
  const all = members.flat()
  const byName = new Map(all.map((member) => [member.name, member]))
  /** Addresses, process numbers and states; while it runs also in `replicas.json` of the folder. */
  function view() {
    const parts = all.map((member) => [member.name, member.view()] as const)
    return { pid: process.pid, ports, ...addresses, members: Object.fromEntries(parts) }
  }

  async function stop() {
    for (const stage of members.toReversed()) await Promise.all(stage.map((one) => one.stop()))
    rmSync(state, { force: true })
    unlock()
  }

  try {
    for (const stage of members) {
      for (const member of stage) member.start()
      await allRunning(stage)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ...addresses,
    view,
    stop,
    member: (name: string) => byName.get(name),
    names: [...byName.keys()],
  }
}

export type Topology = Awaited<ReturnType<typeof startTopology>>

async function allRunning(stage: readonly Member[]) {
  for (const limit = Date.now() + START_LIMIT; !stage.every((one) => one.isRunning());) {
    // What ends again and again says why; the operator should not have to wait for the limit.
    const broken = stage.find((one) => one.view().restarts >= 3)
    if (broken) throw new StartError(`${broken.name} does not start; its lines above say why.`)
    if (Date.now() > limit) {
      const late = stage.filter((one) => !one.isRunning()).map(({ name }) => name)
      throw new StartError(`Not ready in ${START_LIMIT / 1_000} seconds: ${late.join(', ')}.`)
    }
    await delay(50)
  }
}

/** Readers never see half a file. */
function note(file: string, content: object) {
  writeFileSync(`${file}.new`, JSON.stringify(content, null, 2))
  renameSync(`${file}.new`, file)
}
