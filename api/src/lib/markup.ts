/** Characters with a meaning in HTML and XML. */
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** JSON for a script element, escaped so that no text can end the element or begin a comment. */
export const jsonForScript = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

// Control characters and lone surrogates, which XML 1.0 does not allow even as references.
const INVALID_IN_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Escapes text for XML and drops characters that XML does not allow. */
export const escapeXml = (text: string): string =>
  text.replace(INVALID_IN_XML, '').replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** An XML element with a text; empty string if there is no text. */
export const textElement = (name: string, text: string | null | undefined): string =>
  text ? `<${name}>${escapeXml(text)}</${name}>` : ''

export const XML_START = '<?xml version="1.0" encoding="UTF-8"?>\n'
