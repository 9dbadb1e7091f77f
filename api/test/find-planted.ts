const BASE64_RESTS = [0, 1, 2]
// Shorter parts occur by chance.
const LEAST_BASE64 = 6

/** Encodings of a word: text in three widths, escaped, and base64. */
function shapesOf(word: string): Buffer[] {
  const utf8 = Buffer.from(word)
  const utf16 = Buffer.from(word, 'utf16le')
  const turned = Buffer.from(utf16).swap16()
  const wide = Buffer.alloc(utf8.length * 4)
  utf8.forEach((byte, index) => (wide[index * 4] = byte))
  // Base64 encodes groups of three bytes, so a word has three encodings.
  const base64 = BASE64_RESTS.flatMap((rest) => {
    const text = Buffer.concat([Buffer.alloc(rest), utf8]).toString('base64')
    const whole = text.slice(Math.ceil((rest * 8) / 6), Math.floor(((rest + utf8.length) * 8) / 6))
    if (whole.length < LEAST_BASE64) return []
    return [Buffer.from(whole), Buffer.from(whole.replaceAll('+', '-').replaceAll('/', '_'))]
  })
  const percent = Buffer.from([...utf8].map((byte) => `%${byte.toString(16)}`).join(''))
  return [utf8, utf16, turned, wide, percent, Buffer.from(utf8.toString('hex')), ...base64]
}

/** Surroundings of each planted word in the bytes, in any encoding and case. */
export function findPlanted(bytes: Buffer, words: readonly string[]): string[] {
  const lower = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1')
  return words.flatMap((word) => {
    const exact = [word, word.toUpperCase(), word.toLowerCase()].flatMap(shapesOf)
    const found = exact.map((shape) => bytes.indexOf(shape)).find((at) => at >= 0)
    const at = found ?? lower.indexOf(word.toLowerCase())
    return at >= 0 ? [bytes.toString('latin1', Math.max(0, at - 60), at + 40)] : []
  })
}
