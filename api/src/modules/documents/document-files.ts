import path from 'node:path'
import type { AppContext } from '../../app/app-context.ts'
import { signedUrl } from '../../files/signed-url.ts'
import { documentKey } from './document-key.ts'
import { drawnDocumentsRepository } from './drawn-documents.repository.ts'
import type { Script } from './pdf/font-faces.ts'
import { fontLibrary } from './pdf/font-library.ts'
import type { FontLibrary } from './pdf/font-library.ts'
import { drawable } from './pdf/pdf-page.ts'

type Wanted = {
  filename: string
  content: object
  /** Whose shapes Chinese characters take, where the document knows it. */
  script?: Script
  render: (fonts: FontLibrary) => Promise<Buffer>
}

// Loaded once, whichever module asks: the Chinese faces alone take many megabytes.
const libraries = new Map<string, Promise<FontLibrary>>()

/** Draws a document once, keeps it, and hands out short-lived links that need no token. */
export function documentFiles({ config, db, storage, clock, log }: AppContext) {
  function fonts(): Promise<FontLibrary> {
    const folder = path.join(config.dataDir, 'cache', 'fonts')
    const library = libraries.get(folder) ?? fontLibrary(folder)
    libraries.set(folder, library)
    // A folder that could not be written is tried again with the next document.
    library.catch(() => libraries.delete(folder))
    return library
  }

  /** Signs of a text that no face of ours has; they would be printed as a mark in their place. */
  async function missing(text: string, script?: Script): Promise<string[]> {
    return (await fonts()).prepare(drawable(text), script)
  }

  /** Where the drawn document lies. */
  async function keyOf({ content, script, render }: Omit<Wanted, 'filename'>): Promise<string> {
    const key = documentKey(config.secret, content)
    const kept = await storage.get(key)
    kept?.body.destroy()
    if (kept) return key
    const signs = await missing(JSON.stringify(content), script)
    if (signs.length > 0) log.warn('documents.missing_signs', { key, signs: signs.join('') })
    await storage.put(key, await render(await fonts()))
    await drawnDocumentsRepository(db).note(key, clock())
    return key
  }

  return {
    missing,
    keyOf,

    async link({ filename, ...document }: Wanted): Promise<string> {
      const key = await keyOf(document)
      return signedUrl(config.secret, clock(), { key, filename, inline: true })
    },
  }
}
