import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  entries,
  publication,
  session,
  uploads,
  type OwnerEntryInfo,
} from '@awards/shared/contract'
import type { EntryDraft } from '@awards/shared/domain'
import { COMPLETE_ANSWERS } from '../../../ops/workload/entrant.ts'
import { call } from '../harness/call.ts'
import { codeFor } from '../harness/mailbox.ts'
import { makePictures } from '../harness/pictures.ts'
import type { Desk } from './setup.ts'

export const PASSWORD = 'Passerelle-2027-Frene!'

/** A complete entry with the words that the screens show. */
export const COMPLETE = {
  ...COMPLETE_ANSWERS,
  summary: 'A folding step stool that carries its own handrail.',
  description:
    'Passerelle began with a question from an occupational therapist: why does the object that ' +
    'helps people reach higher give them nothing to hold? Two ash frames and a woven strap fold ' +
    'flat against a wall. Opened, the strap becomes a rail at hip height. It needs no tools, ' +
    'weighs less than four kilograms and is repaired with a screwdriver and a length of webbing.',
} satisfies EntryDraft

export type Entrant = { email: string; password: string; token: string }

/** An account of its own, registered by calls with the code from the mailbox. */
export async function newEntrant({ site }: Desk, name: string): Promise<Entrant> {
  const email = `${name}@desk.example.org`
  await call(site, '', session.verifyCode, { email, scene: 'register' })
  const { token } = await call(site, '', session.register, {
    email,
    code: await codeFor(site, email),
    terms: true,
    country: 'FR',
    language: 'en',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    first_name: 'Noémie',
    last_name: 'Garel',
  })
  return { email, password: PASSWORD, token }
}

type DraftOptions = {
  answers?: EntryDraft
  /** In how many categories the work is entered. */
  categories?: number
  pictures?: number
}

/** A draft made by calls; gives the identifiers of its entries, one for each category. */
export async function newDraft(
  desk: Desk,
  token: string,
  { answers = COMPLETE, categories = 1, pictures = 0 }: DraftOptions = {},
): Promise<string[]> {
  const { site } = desk
  const sections = await call(site, token, entries.awardClassification, {})
  const section = sections.find(({ code }) => /pro/i.test(code)) ?? sections[0]
  const groups = await call(site, '', publication.category, {})
  const open = groups
    .flatMap(({ children }) => children)
    .filter(({ sections_allowed, is_open }) => is_open && sections_allowed.length === 0)
  const { orders } = await call(site, token, entries.entry, {
    section_id: section?.id ?? '',
    category_ids: open.slice(0, categories).map(({ id }) => id),
  })
  const ids = orders.map(({ apply_order_id }) => apply_order_id)
  const [apply_order_id = ''] = ids
  const { version } = await infoOf(desk, token, apply_order_id)
  const saved = await call(site, token, entries.edit, { apply_order_id, version, answers })
  if (pictures > 0) {
    const files = await uploaded(desk, token, pictures)
    await call(site, token, entries.editImage, { apply_order_id, version: saved.version, files })
  }
  return ids
}

/** Sends pictures as they are; gives them as `editImage` takes them. */
async function uploaded({ site, folder }: Desk, token: string, count: number) {
  const files = await makePictures(folder, count)
  const sent = []
  for (const [sort, path] of files.entries()) {
    const bytes = readFileSync(path)
    const { url, file_id } = await call(site, token, uploads.sign, {
      filename: basename(path),
      mime: 'image/jpeg',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      purpose: 'entry_image',
    })
    const answer = await fetch(site.url + url, { method: 'PUT', body: bytes })
    const { code, msg } = (await answer.json()) as { code: number; msg: unknown }
    if (code !== 200) throw new Error(`${path}: ${code} ${JSON.stringify(msg)}`)
    const kind = sort === 0 ? ('cover' as const) : ('image' as const)
    sent.push({ file_id, sort, kind, alt: `Step stool of pale ash, view ${sort + 1}` })
  }
  return sent
}

/** The entry as its owner has it on the server. */
export async function infoOf(
  { site }: Desk,
  token: string,
  apply_order_id: string,
): Promise<OwnerEntryInfo> {
  const info = await call(site, token, entries.info, { apply_order_id })
  if (info.projection !== 'owner') throw new Error('An entrant got the sheet of a juror')
  return info
}
