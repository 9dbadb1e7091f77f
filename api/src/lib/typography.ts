/** A text in the languages that it has, as a file states it. */
export type Texts = { en: string; fr?: string | undefined; zh?: string | undefined }

const APOSTROPHE = /(?<=\p{L})'(?=\p{L})/gu
/** A space that must not end a line: before high punctuation and inside guillemets. */
const FRENCH_SPACE = /(?<=\S) (?=[;:!?»](?![^\s*_)\]».,]))|(?<=«) /gu

/**
 * Texts as they are set in type, since a keyboard has neither a curved apostrophe nor a space that
 * does not break (Lexique des règles typographiques, Imprimerie nationale).
 */
export const typeset = <T extends Texts>(texts: T): T => ({
  ...texts,
  en: apostrophes(texts.en),
  ...(texts.fr !== undefined && { fr: frenchSpaces(apostrophes(texts.fr)) }),
})

/** A French text whose signs stay on the line of the word that they belong to. */
export const frenchSpaces = (text: string) => text.replace(FRENCH_SPACE, '\u00A0')

const apostrophes = (text: string) => text.replace(APOSTROPHE, '’')
