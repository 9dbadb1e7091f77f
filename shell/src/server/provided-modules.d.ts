/** Written by the build: every shared module under its name. */
declare module 'provided-modules' {
  const provided: Readonly<Record<string, unknown>>
  export default provided
}
