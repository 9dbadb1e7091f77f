import type { Finding } from '@awards/shared/releases'

const percent = (share: number | null) =>
  share === null ? 'not known' : `${(100 * share).toFixed(2)} %`
const milliseconds = (value: number | null) => (value === null ? 'not known' : `${value} ms`)

/** A comparison in words: `failed_views 2.41 % beside 0.28 % (of 540 and 4860)`. */
export function findingText({ figure, test, ...one }: Finding): string {
  const text = test === 'rank' ? milliseconds : percent
  const counts = `${one.canary_count} and ${one.baseline_count}`
  return `${figure} ${text(one.canary)} beside ${text(one.baseline)} (of ${counts})`
}
