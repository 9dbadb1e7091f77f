/** Code of a failure of Node or PostgreSQL, such as `EEXIST` or `23505`. */
export function errorCode(error: unknown): string | undefined {
  const known = typeof error === 'object' && error !== null && 'code' in error
  return known && typeof error.code === 'string' ? error.code : undefined
}
