/** A body of the provider's API: text values under nested names. */
export type FormValue = string | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads `a[b][0][c]=v` as the provider does; a list is an object with numbers as names. */
export function parseForm(body: string): Form {
  const root: Form = {}
  for (const [key, value] of new URLSearchParams(body)) {
    const names = key.replaceAll(']', '').split('[')
    if (names.some((name) => FORBIDDEN.has(name))) continue
    const last = names.pop() ?? ''
    const parent = names.reduce<Form>((form, name) => childOf(form, name), root)
    parent[last || String(Object.keys(parent).length)] = value
  }
  return root
}

function childOf(form: Form, name: string): Form {
  const known = form[name]
  if (typeof known === 'object') return known
  const made: Form = {}
  form[name] = made
  return made
}

/** A text of the form, or undefined. */
export function textOf(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The nested values under a name; empty where there are none. */
export function partOf(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

/** The nested parts of a list, in order. */
export const partsOf = (form: Form, name: string): Form[] =>
  Object.keys(partOf(form, name)).map((index) => partOf(partOf(form, name), index))

/** A flat part of the form: metadata. */
export const textsOf = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(partOf(form, name)).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  )

/** A whole number of the form, or undefined. */
export function numberOf(form: Form, name: string): number | undefined {
  const value = textOf(form, name)
  return value !== undefined && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined
}
