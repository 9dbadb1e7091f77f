import { ALL_CALLS, type Endpoint } from '@awards/shared/contract'

const outputs = new Map(ALL_CALLS.map(({ name, output }) => [name, output]))

/** What the contract says of the answers of a call. */
export function outputNamed(name: string): Endpoint['output'] {
  const output = outputs.get(name)
  if (output) return output
  throw new TypeError(`The contract has no call ${name}`)
}
