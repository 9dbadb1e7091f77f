import autocannon from 'autocannon'

/** What is asked of a server: paths in turns, for so many seconds. */
export type Load = {
  readonly url: string
  /** The path of request number n, counted from zero. */
  readonly path: (request: number) => string
  readonly seconds: number
  readonly connections: number
  /** Requests in a second at most; as many as are answered unless it is given. */
  readonly perSecond?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Generates load with autocannon; throws unless each request is answered, by 2xx or 304. Gives how many were. */
export async function generateLoad(load: Load): Promise<number> {
  let next = 0
  const setupRequest = (request: autocannon.Request) => ({ ...request, path: load.path(next++) })
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    ...(load.perSecond && { overallRate: load.perSecond }),
    ...(load.headers && { headers: load.headers }),
    requests: [
      {
        method: 'GET',
        setupRequest,
      },
    ],
  })
  const { errors, timeouts } = result
  const refused = result['4xx'] + result['5xx']
  if (errors + timeouts + refused > 0) {
    throw new Error(
      `${load.url}${load.path(0)}: ${refused} requests were refused, ${errors} failed, ${timeouts} were late`,
    )
  }
  return result['2xx'] + result['3xx']
}
