import { ASSIGNMENT_STATUS, CAPABILITIES, EU_COUNTRIES, type Identity } from '@awards/shared/domain'
import { sql } from 'kysely'
import { statusList } from '../../db/status-list.repository.ts'
import { StartError } from '../../lib/errors.ts'
import { upsertRows, idOf, idsOf, upsert, upsertAndPrune, type Load } from './rows.repository.ts'

const ACCOUNT_TYPES = { individual: 1, company: 2, student: 3, agency: 4 } as const

type Person = NonNullable<Load['programme']['users']['value']['organiser']>

/** Companies outside the EU are identified by a tax number (domain page §2.9). */
const isForeignCompany = ({ account_type, country }: Person) =>
  account_type === 'company' && !EU_COUNTRIES.includes(country)

/** Inserts missing accounts; existing ones belong to their users, and only the identity of jurors follows the files. */
export async function addAccounts(load: Load, hash: () => Promise<string>): Promise<void> {
  const { users, jurors } = load.programme
  const { organiser, agents, entrants } = users.value
  const seated = jurors.filter(({ value }) => value.email)
  // A hash takes a tenth of a second; the desk plans with each save and brings no accounts.
  const isAnybody = [organiser ?? [], agents, entrants, seated].flat().length > 0
  const passwordHash = isAnybody ? await hash() : ''
  const terms = versionInForce(load, 'terms')
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
    ...(organiser ? [account(organiser, organiser.rights ? 0 : 1)] : []),
    ...agents.map((person) => account(person, 0, true)),
    ...entrants.map((person) => account(person, 0)),
    ...jurors.flatMap(({ value: { email, ...juror } }) =>
      email ? [account(jurorAccount({ ...juror, email }), juror.level)] : [],
    ),
  ]
  const existing = await idsOf(load.trx, 'users', 'email')
  const missing = rows.filter(({ email }) => !existing.has(email))
  load.changes.push(...(await upsertRows(load.trx, { table: 'users', key: ['email'] }, missing)))
  // Given with the account alone: a right that the desk has taken back stays away.
  if (!organiser?.rights || existing.has(organiser.email)) return
  const userId = idOf(await idsOf(load.trx, 'users', 'email'), organiser.email)
  const rights = organiser.rights.map((name) => ({ user_id: userId, name, given_at: joined }))
  await load.trx.insertInto('account_rights').values(rights).execute()
}

/** Version of a policy in force at `now`: the newest effective one, or the earliest if none is yet. */
function versionInForce(
  { programme, now, when }: Pick<Load, 'programme' | 'now' | 'when'>,
  type: 'terms' | 'jury',
) {
  const versions = programme.policies
    .filter(({ value }) => value.type === type)
    .map(({ value }) => ({ version: value.version, at: when(value.effective_at) }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return (versions.find(({ at }) => at <= now) ?? versions.at(-1))?.version ?? null
}

type Juror = Load['programme']['jurors'][number]['value'] & { email: string }

function jurorAccount(juror: Juror): Person {
  const [first = juror.name, ...rest] = juror.name.split(' ')
  return {
    email: juror.email,
    first_name: first,
    last_name: rest.join(' ') || first,
    company: juror.company ?? '',
    country: juror.country,
    city: '',
    language: juror.country === 'FR' ? 'fr' : juror.country === 'CN' ? 'zh' : 'en',
    account_type: 'individual',
  }
}

/** The organiser of the files who has a hidden seat; nobody where the account has rights of its own. */
const seatedOrganiser = ({ users }: Load['programme']) =>
  users.value.organiser?.rights ? undefined : users.value.organiser

/** Jurors with their categories. An organiser without rights gets a hidden seat without the right to score. */
export async function putJurors(load: Load): Promise<void> {
  const { jurors, categories } = load.programme
  await refuseEntrants(load)
  const userIds = await idsOf(load.trx, 'users', 'email')
  const existing = await load.trx
    .selectFrom('jurors')
    .select(['slug', 'affiliations', 'is_active'])
    .execute()
  const bySlug = new Map(existing.map(({ slug, ...seat }) => [slug, seat]))
  /** Files know neither what jurors have declared themselves nor whose seat was taken away: both stay. */
  const seatOf = (slug: string, company: string | undefined) => {
    const { affiliations = [], is_active = true } = bySlug.get(slug) ?? {}
    return {
      affiliations: [...new Set([...affiliations, ...(company ? [company] : [])])],
      is_active,
    }
  }
  const seats = jurors.map(({ value }, index) => ({
    slug: value.slug,
    user_id: value.email ? idOf(userIds, value.email) : undefined,
    level: value.level,
    name: value.name,
    title: value.title,
    company: value.company ?? null,
    country: value.country,
    bio: value.bio ?? { en: '' },
    photo_file_id: value.photo ? load.picture(value.photo) : null,
    photo_alt: value.alt ?? null,
    is_president: value.president,
    show_public: value.show_public,
    sort: value.sort ?? index,
    capabilities: value.capabilities,
    ...seatOf(value.slug, value.company),
  }))
  const organiser = seatedOrganiser(load.programme)
  const own = organiser && {
    slug: 'organiser',
    user_id: idOf(userIds, organiser.email),
    level: 1 as const,
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
    is_active: true,
  }
  const all = [...seats, ...(own ? [own] : [])]
  // Seats without an e-mail are upserted without `user_id`, so that a linked account stays linked.
  const target = { table: 'jurors', key: ['slug'] } as const
  await upsert(
    load,
    target,
    all.filter(({ user_id }) => user_id !== undefined),
  )
  const unlinked = all.filter(({ user_id }) => user_id === undefined)
  await upsert(
    load,
    target,
    unlinked.map(({ user_id: _unset, ...seat }) => seat),
  )

  await signAgreements(load)
  await alignAccounts(
    load,
    all.map(({ slug }) => slug),
  )

  const jurorIds = await idsOf(load.trx, 'jurors', 'slug')
  const categoryIds = await idsOf(load.trx, 'categories', 'code')
  const allCodes = categories.value.flatMap((parent) => parent.categories.map(({ code }) => code))
  const panels = [
    ...jurors.map(({ value }) => ({ slug: value.slug, codes: value.categories })),
    ...(own ? [{ slug: own.slug, codes: 'all' as const }] : []),
  ].flatMap(({ slug, codes }) =>
    (codes === 'all' ? allCodes : codes).map((code) => ({
      juror_id: idOf(jurorIds, slug),
      category_id: idOf(categoryIds, code),
    })),
  )
  // Prunes only within the seats of the files; other jurors keep their categories.
  const within = { column: 'juror_id', values: all.map(({ slug }) => idOf(jurorIds, slug)) }
  const panel = { table: 'juror_categories', key: ['juror_id', 'category_id'] } as const
  await upsertAndPrune(load, { ...panel, within }, panels)
}

/** An entrant becomes a juror by an invitation alone, which asks what the account has entered. */
async function refuseEntrants({ programme, trx }: Load) {
  const emails = programme.jurors.flatMap(({ value: { email } }) => (email ? [email] : []))
  const entrants = await trx
    .selectFrom('users')
    .select('email')
    .where('email', '=', sql<string>`any(${emails}::text[])`)
    .where('identity', '=', 0)
    .orderBy('email')
    .execute()
  if (entrants.length === 0) return
  const named = entrants.map(({ email }) => email).join(', ')
  throw new StartError(
    `Nothing was changed: the files name as jurors ${named}, which are accounts of entrants. Give the juror another ` +
      'address, or take the juror out of the files and invite the person at the desk of the jury.',
  )
}

/**
 * Gives the accounts of the seats the identity of their level: calls and lists go by it, plans and mails by the seat. Open
 * seats of another level go, since nobody could score them; submitted scores stay.
 */
async function alignAccounts({ trx, now }: Load, slugs: readonly string[]) {
  const ofFiles = sql<boolean>`juror.slug = any(${slugs}::text[])`
  const { rows } = await sql<{ id: string }>`
    update users set identity = juror.level from jurors juror
    where juror.user_id = users.id and ${ofFiles}
      and users.identity in (1, 2, 3) and users.identity <> juror.level
    returning juror.id`.execute(trx)
  const { assigned, opened, draft, removed } = ASSIGNMENT_STATUS
  await sql`
    update assignments seat set status = ${statusList(removed)}, updated_at = ${now} from jurors juror
    where juror.id = seat.juror_id and juror.id = any(${rows.map(({ id }) => id)}::bigint[])
      and seat.level <> juror.level and seat.status in ${statusList(assigned, opened, draft)}`.execute(
    trx,
  )
}

/** Records the signed jury agreements of the files; never overwrites one signed on the site. */
async function signAgreements({ programme, trx, when }: Load) {
  const organiser = seatedOrganiser(programme)
  const signed = programme.jurors.flatMap(({ value: { slug, agreement_signed_at: at } }) =>
    at ? [{ slug, at: when(at) }] : [],
  )
  const [first] = signed
  const own = organiser && first ? [{ slug: 'organiser', at: first.at }] : []
  for (const { slug, at } of [...signed, ...own]) {
    const version = versionInForce({ programme, now: at, when }, 'jury')
    if (!version) continue
    await trx
      .updateTable('jurors')
      .set({ agreement_signed_at: at, agreement_version: version })
      .where('slug', '=', slug)
      .where('agreement_version', 'is', null)
      .execute()
  }
}

/** Agent codes and invitations. `redeemed` is a counter of the site: the file may only raise it. */
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
    discount_amount_minor: code.discount_amount ?? null,
    discount_cap_minor: code.discount_cap ?? null,
    sections: code.sections,
    categories: code.categories,
    valid_from: load.when(code.valid_from),
    valid_until: load.when(code.valid_until),
    max_uses: code.max_uses,
    bound_email: code.bound_email ?? null,
    is_active: true,
    juror_level: code.juror_level ?? null,
    commission_percent: code.commission_percent,
    note: '',
  }))
  await upsert(load, { table: 'codes', key: ['code'] }, rows)
  for (const { code, redeemed } of load.programme.codes.value) {
    await load.trx
      .updateTable('codes')
      .set({ redeemed })
      .where('code', '=', code)
      .where('redeemed', '<', redeemed)
      .execute()
  }
}
