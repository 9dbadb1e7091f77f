const hex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** Name of one load; a panel shows it, and the events of the load carry it. */
export const newTrace = () => hex(8)

/** Name of this tab in events, made anew with each document. */
export const SESSION = hex(8)
