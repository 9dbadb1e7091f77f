import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PaConnector } from './pa-connector.ts'

/** The same for the same invoice: delivered twice, it is there once. */
export const outboxName = ({ issued_on, number }: { issued_on: string; number: string }): string =>
  `${issued_on}_${number.replaceAll(/[^\w-]/g, '_')}.xml`

/**
 * Puts each invoice into a folder, from which the platform's own client or a person fetches it. A file
 * appears under its name only when it is whole.
 */
export const outboxConnector = (folder: string): PaConnector => ({
  async deliver({ xml, ...invoice }) {
    const reference = outboxName(invoice)
    await mkdir(folder, { recursive: true })
    const target = path.join(folder, reference)
    await writeFile(`${target}.part`, xml, { mode: 0o600 })
    await rename(`${target}.part`, target)
    return { reference }
  },
})
