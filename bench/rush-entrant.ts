import { session } from '@awards/shared/contract'
import type { Ask } from '../e2e/src/crash/ask.ts'
import { entrant } from '../e2e/src/crash/entrant.ts'
import { upload } from '../e2e/src/crash/uploader.ts'
import { DEMO_PASSWORD } from '../e2e/src/harness/browser.ts'
import type { rushLog } from '../tools/drills/rush-log.ts'
import type { Scene } from '../tools/drills/rush-scene.ts'

/** Ends the work of somebody who has handed in: the drill goes on to pay, which is not measured here. */
class HandedIn extends Error {}

type Given = {
  url: string
  email: string
  scene: Scene
  pictures: readonly (() => Buffer)[]
  log: ReturnType<typeof rushLog>
}

/** One of the drill's entrants, who never thinks: signs in, drafts, saves, uploads and hands in. */
export async function handIn({ url, email, scene, pictures, log }: Given) {
  const ask: Ask = log.ask
  const { token } = await ask('', session.login, { email, password: DEMO_PASSWORD })
  const files: string[] = []
  const { section, category } = scene
  const { run } = entrant({
    ...{ ask, site: { wallet: '' }, token, email, section, category, files },
    before: async ({ edits, hasFiles, isSubmitted }) => {
      if (isSubmitted) throw new HandedIn()
      if (edits === 0 || hasFiles) return
      for (const picture of pictures.slice(files.length)) {
        files.push(await log.upload(() => upload(ask, { url }, token, picture())))
      }
    },
  })
  await run().catch((error: unknown) => {
    if (!(error instanceof HandedIn)) throw error
  })
}
