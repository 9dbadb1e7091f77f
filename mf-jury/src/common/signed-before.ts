const KEY = 'jury-agreement'

/** Whether this juror's agreement was signed when they were here last; no more than a hint. */
export function wasSigned(userId: string): boolean {
  try {
    return localStorage.getItem(KEY) === userId
  } catch {
    return false
  }
}

export function keepSigned(userId: string) {
  try {
    localStorage.setItem(KEY, userId)
  } catch {
    // A browser that keeps nothing asks each time.
  }
}
