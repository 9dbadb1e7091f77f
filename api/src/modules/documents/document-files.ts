import type { AppContext } from '../../start/app-context.ts'
import { signedUrl } from '../../files/signed-url.ts'
import { drawerOf } from './document-drawer.ts'
import { documentKey } from './document-key.ts'
import { drawnDocumentsRepository } from './drawn-documents.repository.ts'
import type { Drawing } from './pdf/drawing.ts'

/** Draws a document once, keeps it, and hands out short-lived links that need no token. */
export function documentFiles(context: AppContext) {
  const { config, db, storage, clock, log } = context
  const drawer = drawerOf(context)

  async function isKept(key: string): Promise<boolean> {
    const kept = await storage.get(key)
    kept?.body.destroy()
    return kept !== undefined
  }

  /** Where the drawn document lies. */
  function keyOf(drawing: Drawing): Promise<string> {
    const key = documentKey(config.secret, drawing.content)
    return drawer.once(key, async () => {
      if (await isKept(key)) return
      const { pdf, missing } = await drawer.draw(drawing)
      if (missing.length > 0) log.warn('documents.missing_signs', { key, signs: missing.join('') })
      await storage.put(key, pdf)
      await drawnDocumentsRepository(db).note(key, clock())
    })
  }

  return {
    missing: drawer.missing,
    keyOf,

    async link(filename: string, drawing: Drawing): Promise<string> {
      const key = await keyOf(drawing)
      return signedUrl(config.secret, clock(), { key, filename, inline: true })
    },
  }
}
