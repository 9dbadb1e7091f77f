import path from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { readFileSync } from 'node:fs'

// The schemas beside this file are those of the tax office's external specifications 3.2 of 30 April 2026, unchanged.
xmlRegisterFsInputProviders()
const file = path.join(import.meta.dirname, 'ereporting.xsd')
const schema = XmlDocument.fromBuffer(readFileSync(file), { url: file })
const validator = XsdValidator.fromDoc(schema)

/** Throws for a file that does not follow the schema of flux 10. */
export function requireFlux10(xml: string): void {
  const document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
  } finally {
    document.dispose()
  }
}
