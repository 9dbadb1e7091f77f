import path from 'node:path'
import type { AppContext } from '../../app/app-context.ts'
import { signedUrl } from '../../files/signed-url.ts'
import { documentKey } from './document-key.ts'
import { fontLibrary } from './pdf/font-library.ts'
import type { FontLibrary } from './pdf/font-library.ts'

type Wanted = {
  filename: string
  content: object
  render: (fonts: FontLibrary) => Promise<Buffer>
}

/** Draws a document once, keeps it, and hands out short-lived links that need no token. */
export function documentFiles({ config, storage, clock }: AppContext) {
  let fonts: Promise<FontLibrary> | undefined

  return {
    async link({ filename, content, render }: Wanted): Promise<string> {
      const key = documentKey(config.secret, content)
      const kept = await storage.get(key)
      kept?.body.destroy()
      if (!kept) {
        fonts ??= fontLibrary(path.join(config.dataDir, 'cache', 'fonts'))
        await storage.put(key, await render(await fonts))
      }
      return signedUrl(config.secret, clock(), { key, filename, inline: true })
    },
  }
}
