import { entrant } from '../../e2e/src/crash/entrant.ts'
import { upload } from '../../e2e/src/crash/uploader.ts'
import type { Ask } from '../../e2e/src/crash/ask.ts'
import { session } from '@awards/shared/contract'
import { DEMO_PASSWORD } from '../../e2e/src/harness/browser.ts'
import { pause } from './figures.ts'
import type { Scene } from './rush-scene.ts'

const THINK_MS = { shortest: 1_000, longest: 5_000 }

const think = () =>
  pause(THINK_MS.shortest + Math.random() * (THINK_MS.longest - THINK_MS.shortest))

type Tools = {
  ask: Ask
  site: { url: string; wallet: string }
  email: string
  scene: Scene
  pictures: readonly (() => Buffer)[]
  /** Notes how long an upload takes. */
  note: <T>(work: () => Promise<T>) => Promise<T>
  /** When this person sits down. */
  startsIn: number
}

/** Somebody who signs in late, writes, uploads, hands in and pays, and does again what was lost. */
export function rushEntrant({ ask, site, email, scene, pictures, note, startsIn }: Tools) {
  const files: string[] = []
  let person: ReturnType<typeof entrant> | undefined
  let hasWaited = false

  async function signIn() {
    const { token } = await ask('', session.login, { email, password: DEMO_PASSWORD })
    const { section, category } = scene
    const before = async ({ edits, hasFiles }: { edits: number; hasFiles?: boolean }) => {
      await think()
      if (edits === 0 || hasFiles) return
      for (const picture of pictures.slice(files.length)) {
        await think()
        files.push(await note(() => upload(ask, site, token, picture())))
      }
    }
    return entrant({ ask, site, token, email, section, category, files, limit: 1, before })
  }

  return {
    uploads: () => files.length,
    works: () => person?.works ?? [],
    /** Ends when the work is paid; throws at each loss, and goes on when it is called again. */
    async run() {
      if (!hasWaited) await pause(startsIn)
      hasWaited = true
      person ??= await signIn()
      await person.run()
    },
    verify: async () => person?.verify(),
  }
}
