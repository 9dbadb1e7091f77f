const WORDS_A_MINUTE = 220
const CHARACTERS_A_MINUTE = 350
const IDEOGRAPH = /\p{Script=Han}/gu

/** Minutes that a text takes to read; Chinese is counted in characters, the rest in words. */
export function readingMinutes(text: string): number {
  const characters = text.match(IDEOGRAPH)?.length ?? 0
  const words = text.replace(IDEOGRAPH, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(words / WORDS_A_MINUTE + characters / CHARACTERS_A_MINUTE))
}
