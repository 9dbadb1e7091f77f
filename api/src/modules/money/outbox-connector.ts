import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PaConnector } from './pa-connector.ts'

/**
 * Puts each invoice into a folder, from which the platform's own client or a person fetches it. A file
 * appears under its name only when it is whole.
 */
export const outboxConnector = (folder: string): PaConnector => ({
  async deliver({ number, issued_on, xml }) {
    const reference = `${issued_on}_${number.replaceAll(/[^\w-]/g, '_')}.xml`
    await mkdir(folder, { recursive: true })
    const target = path.join(folder, reference)
    await writeFile(`${target}.part`, xml, { mode: 0o600 })
    await rename(`${target}.part`, target)
    return { reference }
  },
})
