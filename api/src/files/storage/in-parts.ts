/** Joins pieces to parts of one size; the last one is what is left, and none is empty. */
export async function* inParts(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    let rest = Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
    while (bytes + rest.length >= partBytes) {
      const taken = partBytes - bytes
      yield Buffer.concat([...waiting, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      waiting = []
      bytes = 0
    }
    if (rest.length > 0) waiting.push(rest)
    bytes += rest.length
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
