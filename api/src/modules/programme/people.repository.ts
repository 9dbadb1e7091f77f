import type { Identity } from '@awards/shared/domain'
import { CAPABILITIES, EU_COUNTRIES } from '@awards/shared/domain'
import { putRows, idOf, idsOf } from './rows.repository.ts'
import { alternative, put, replace, type Load } from './programme-load.ts'

const ACCOUNT_TYPES = { individual: 1, company: 2, student: 3, agency: 4 } as const

type Person = Load['programme']['users']['value']['organiser']

/** A company outside the Union proves itself by its tax number (domain page §2.9). */
const isForeignCompany = ({ account_type, country }: Person) =>
  account_type === 'company' && !EU_COUNTRIES.includes(country)

/** Accounts are made once and then belong to the people who use them. */
export async function addAccounts(load: Load, passwordHash: string): Promise<void> {
  const { users, jurors, policies } = load.programme
  const { organiser, agents, entrants } = users.value
  const terms = policies.find(({ value }) => value.type === 'terms')?.value.version ?? null
  const joined = load.when('-330d')
  const account = (person: Person, identity: Identity, isAgent = false) => ({
    email: person.email,
    password_hash: passwordHash,
    identity,
    account_type: ACCOUNT_TYPES[person.account_type],
    first_name: person.first_name,
    last_name: person.last_name,
    company: person.company || null,
    school: person.school ?? null,
    country: person.country,
    city: person.city,
    language: person.language,
    vat_no: person.vat_no ?? null,
    vat_validated_at: person.vat_no ? joined : null,
    tax_id: isForeignCompany(person) ? `${person.country}-SPECIMEN` : null,
    is_agent: isAgent,
    agent_code_used: person.agent_code ?? null,
    terms_version: terms,
    terms_accepted_at: joined,
    email_verified_at: joined,
    created_at: joined,
  })
  const rows = [
    account(organiser, 1),
    ...agents.map((person) => account(person, 0, true)),
    ...entrants.map((person) => account(person, 0)),
    ...jurors.map(({ value }) => account(jurorAccount(value), value.level)),
  ]
  const known = new Set(
    (await load.trx.selectFrom('users').select('email').execute()).map(({ email }) => email),
  )
  const fresh = rows.filter(({ email }) => !known.has(email))
  load.changes.push(...(await putRows(load.trx, { table: 'users', key: ['email'] }, fresh)))
}

type Juror = Load['programme']['jurors'][number]['value']

function jurorAccount(juror: Juror): Person {
  const [first = juror.name, ...rest] = juror.name.split(' ')
  return {
    email: juror.email,
    first_name: first,
    last_name: rest.join(' ') || first,
    company: juror.company,
    country: juror.country,
    city: '',
    language: juror.country === 'FR' ? 'fr' : juror.country === 'CN' ? 'zh' : 'en',
    account_type: 'individual',
  }
}

/** Seats on the jury. The organiser holds one that is not shown and does not score. */
export async function putJurors(load: Load): Promise<void> {
  const { jurors, users, categories } = load.programme
  const userIds = await idsOf(load.trx, 'users', 'email')
  const photos = jurors.map(({ value }, sort) => ({
    slug: value.slug,
    user_id: idOf(userIds, value.email),
    level: value.level,
    name: value.name,
    title: value.title,
    company: value.company as string | null,
    country: value.country,
    bio: value.bio,
    photo_file_id: load.picture(value.photo) as string | null,
    photo_alt: alternative(value.alt),
    is_president: value.president,
    show_public: true,
    sort,
    capabilities: value.capabilities,
    affiliations: [value.company],
    agreement_signed_at: load.when('-40d'),
    is_active: true,
  }))
  const { organiser } = users.value
  const seat = {
    slug: 'organiser',
    user_id: idOf(userIds, organiser.email),
    level: 1,
    name: `${organiser.first_name} ${organiser.last_name}`,
    title: { en: 'Director', fr: 'Directrice', zh: '总监' },
    company: organiser.company,
    country: organiser.country,
    bio: { en: '' },
    photo_file_id: null,
    photo_alt: null,
    is_president: false,
    show_public: false,
    sort: jurors.length,
    capabilities: CAPABILITIES.filter((capability) => capability !== 'can_score'),
    affiliations: [organiser.company],
    agreement_signed_at: load.when('-40d'),
    is_active: true,
  }
  await put(load, { table: 'jurors', key: ['slug'] }, [...photos, seat])

  const jurorIds = await idsOf(load.trx, 'jurors', 'slug')
  const categoryIds = await idsOf(load.trx, 'categories', 'code')
  const all = categories.value.flatMap((parent) => parent.categories.map(({ code }) => code))
  const panels = [
    ...jurors.map(({ value }) => ({ slug: value.slug, codes: value.categories })),
    { slug: 'organiser', codes: 'all' as const },
  ].flatMap(({ slug, codes }) =>
    (codes === 'all' ? all : codes).map((code) => ({
      juror_id: idOf(jurorIds, slug),
      category_id: idOf(categoryIds, code),
    })),
  )
  await replace(load, { table: 'juror_categories', key: ['juror_id', 'category_id'] }, panels)
}

/** Agent codes and invitations; how often one was used is counted by the site, not by the file. */
export async function putCodes(load: Load): Promise<void> {
  const userIds = await idsOf(load.trx, 'users', 'email')
  const editionIds = await idsOf(load.trx, 'editions', 'code')
  const rows = load.programme.codes.value.map((code) => ({
    code: code.code,
    kind: code.kind,
    label: code.label,
    owner_id: idOf(userIds, code.owner),
    edition_id: idOf(editionIds, code.edition),
    discount_percent: code.discount_percent,
    valid_from: load.when(code.valid_from),
    valid_until: load.when(code.valid_until),
    max_uses: code.max_uses,
    bound_email: code.bound_email ?? null,
    is_active: true,
    note: [code.juror_level && `level ${code.juror_level}`, ...code.categories, ...code.sections]
      .filter(Boolean)
      .join(' '),
  }))
  await put(load, { table: 'codes', key: ['code'] }, rows)
  for (const { code, redeemed } of load.programme.codes.value) {
    await load.trx
      .updateTable('codes')
      .set({ redeemed })
      .where('code', '=', code)
      .where('redeemed', '<', redeemed)
      .execute()
  }
}
