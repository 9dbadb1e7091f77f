import type PDFDocument from 'pdfkit'

type Pdf = InstanceType<typeof PDFDocument>

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const PDF_UA = 'http://www.aiim.org/pdfua/ns/id/'

type Property = { name: string; type: 'Text' | 'Integer'; category: string; meaning: string }
type Schema = { name: string; namespace: string; prefix: string; properties: readonly Property[] }

const UA_SCHEMA: Schema = {
  name: 'PDF/UA Universal Accessibility Schema',
  namespace: PDF_UA,
  prefix: 'pdfuaid',
  properties: [
    {
      name: 'part',
      type: 'Integer',
      category: 'internal',
      meaning: 'Indicates, which part of ISO 14289 standard is followed',
    },
  ],
}

const FACTUR_X_SCHEMA: Schema = {
  name: 'Factur-X PDFA Extension Schema',
  namespace: FACTUR_X,
  prefix: 'fx',
  properties: [
    ['DocumentFileName', 'The name of the embedded XML document'],
    ['DocumentType', 'The type of the hybrid document in capital letters'],
    ['Version', 'The actual version of the standard applying to the embedded XML document'],
    ['ConformanceLevel', 'The conformance level of the embedded XML document'],
  ].map(([name = '', meaning = '']) => ({ name, type: 'Text', category: 'external', meaning })),
}

/**
 * Declares the paper as PDF/UA-1 beside its PDF/A, and embeds the XML of an invoice (Factur-X 1.0). PDF/A wants a schema
 * for each property that it does not know (ISO 19005-3 §6.6.2.3).
 */
export function declareStandards(document: Pdf, xml: string | null, date: Date) {
  if (xml) {
    document.file(Buffer.from(xml), {
      name: 'factur-x.xml',
      type: 'text/xml',
      description: 'Factur-X, EN 16931',
      relationship: 'Alternative',
      creationDate: date,
      modifiedDate: date,
    } as PDFKit.Mixins.PDFAttachmentOptions)
  }
  // pdfkit's types lack this method.
  const { appendXML } = document as unknown as { appendXML: (part: string) => void }
  const append = (part: string) => appendXML.call(document, part)
  append(
    `\n<rdf:Description rdf:about="" xmlns:pdfuaid="${PDF_UA}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`,
  )
  if (xml) append(facturX())
  append(extensionSchemas(xml ? [UA_SCHEMA, FACTUR_X_SCHEMA] : [UA_SCHEMA]))
}

const facturX = () => `
<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>`

const extensionSchemas = (schemas: readonly Schema[]) => `
<rdf:Description rdf:about=""
  xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
  xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag>${schemas.map(schemaText).join('')}</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

const schemaText = ({ name, namespace, prefix, properties }: Schema) => `
  <rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>${name}</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${properties.map(propertyText).join('')}</rdf:Seq></pdfaSchema:property>
  </rdf:li>`

const propertyText = ({ name, type, category, meaning }: Property) => `
  <rdf:li rdf:parseType="Resource">
    <pdfaProperty:name>${name}</pdfaProperty:name>
    <pdfaProperty:valueType>${type}</pdfaProperty:valueType>
    <pdfaProperty:category>${category}</pdfaProperty:category>
    <pdfaProperty:description>${meaning}</pdfaProperty:description>
  </rdf:li>`
