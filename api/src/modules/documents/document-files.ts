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

// Loaded once, whichever module asks: the Chinese faces alone take many megabytes.
const libraries = new Map<string, Promise<FontLibrary>>()

/** Draws a document once, keeps it, and hands out short-lived links that need no token. */
export function documentFiles({ config, storage, clock }: AppContext) {
  function fonts(): Promise<FontLibrary> {
    const folder = path.join(config.dataDir, 'cache', 'fonts')
    const library = libraries.get(folder) ?? fontLibrary(folder)
    libraries.set(folder, library)
    // A folder that could not be written is tried again with the next document.
    library.catch(() => libraries.delete(folder))
    return library
  }

  /** Where the drawn document lies. */
  async function keyOf({ content, render }: Omit<Wanted, 'filename'>): Promise<string> {
    const key = documentKey(config.secret, content)
    const kept = await storage.get(key)
    kept?.body.destroy()
    if (!kept) await storage.put(key, await render(await fonts()))
    return key
  }

  return {
    keyOf,

    async link({ filename, ...document }: Wanted): Promise<string> {
      const key = await keyOf(document)
      return signedUrl(config.secret, clock(), { key, filename, inline: true })
    },
  }
}
