/** The one range that a download asks for when it goes on after a break; undefined means all. */
export function rangeOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d{1,15})?-(\d{1,15})?$/.exec(header ?? '')
  if (!match || (!match[1] && !match[2])) return undefined
  const [first, last] = [match[1], match[2]].map((part) => (part ? Number(part) : undefined))
  const start = first ?? Math.max(0, bytes - (last ?? 0))
  const end = first === undefined ? bytes - 1 : Math.min(last ?? bytes - 1, bytes - 1)
  return start <= end && start < bytes ? { start, end } : undefined
}
