/** An answer of the provider's API. */
export type CardAnswer = { status: number; body: object }

type Refusal = { code?: string; param?: string; type?: string }

/** A refusal in the provider's shape; thrown by the calls, sent by the server. */
export class CardRefusal extends Error {
  readonly answer: CardAnswer

  constructor(status: number, message: string, { type, ...named }: Refusal = {}) {
    super(message)
    const error = { type: type ?? 'invalid_request_error', message, ...named }
    this.answer = { status, body: { error } }
  }
}

export const noSuch = (kind: string, id: string) =>
  new CardRefusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })

export const missing = (param: string) =>
  new CardRefusal(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })

export const invalid = (param: string, message: string) =>
  new CardRefusal(400, message, { code: 'parameter_invalid', param })
