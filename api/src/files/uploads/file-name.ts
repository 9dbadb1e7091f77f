const LONGEST = 200

/** The last part of a given name, without what could end a line or a folder; kept to be shown alone. */
export function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return clean.replace(/^\.+/, '').slice(0, LONGEST) || 'file'
}
