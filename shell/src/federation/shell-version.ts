declare const SHELL_VERSION: string | undefined

/** The build of the shell that runs; its build writes the version into it. */
export const shellVersion = (): string =>
  typeof SHELL_VERSION === 'string' ? SHELL_VERSION : 'development'
