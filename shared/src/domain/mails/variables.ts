/** A variable of a mail's text, for instance `{{name}}`. */
const VARIABLE = /\{\{(\w+)\}\}/g
/** What is left of a variable that is not written right: braces that open or close nothing, or those of a Chinese keyboard. */
const BROKEN = /\{\{[^{}\n]{0,30}\}?|[^\s{}]{0,30}\}\}|｛｛[^｝\n]{0,30}/
const BRACES = /[{}｛｝]/g

/** Names of the variables of a text, each once. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
]

/** Puts values in the place of variables; a value is not read for variables again. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(VARIABLE, (_, name: string) => values[name] ?? '')

/** Sentences about the variables of a text that it may not have or that are not written right, each naming it. */
export function wrongVariables(text: string, allowed: readonly string[]): string[] {
  const unknown = variablesOf(text).filter((name) => !allowed.includes(name))
  const broken = BROKEN.exec(text.replaceAll(VARIABLE, ''))?.[0].replaceAll(BRACES, '').trim()
  return [
    ...unknown.map((name) => `{{${name}}} is not a variable of this mail`),
    ...(broken === undefined
      ? []
      : [`{{${broken}}} is not written right: use two braces on each side`]),
  ]
}
