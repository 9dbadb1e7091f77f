/** How far a message's time may be from ours; WeChat holds us to the same. */
export const MAXIMUM_SKEW_SECONDS = 300

/** What to do when the two clocks differ by this much. */
export function clockAdvice(aheadSeconds: number): string {
  const seconds = Math.round(Math.abs(aheadSeconds))
  const side = aheadSeconds > 0 ? 'ahead of' : 'behind'
  return `the clock of this machine is ${seconds} s ${side} WeChat's, which allows ${MAXIMUM_SKEW_SECONDS}: let it follow a time server`
}

/** The same for an answer whose date is too far away to be accepted; undefined where it is not. */
export function skewOf(answer: Response, now: Date): string | undefined {
  const told = Date.parse(answer.headers.get('date') ?? '')
  const ahead = (now.getTime() - told) / 1_000
  return Math.abs(ahead) > MAXIMUM_SKEW_SECONDS ? clockAdvice(ahead) : undefined
}
