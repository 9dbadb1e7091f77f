/** Fields of a sent form that are filled in, by name. */
export type SentFields = Readonly<Record<string, string>>

/** The filled-in texts of a form: what the browser sends of it, or what `FormData` reads of it. */
export const sentFields = (entries: Iterable<readonly [string, unknown]>): SentFields =>
  Object.fromEntries(
    [...entries].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )

/** Value of the button that asks for a code by e-mail (`name="ask"`). */
export const SEND_CODE = 'code'

/**
 * Whether a form asks for a code: by its button, or since it has none yet. `sent_to` says that one is on its way.
 */
export const asksForCode = ({ ask, code, sent_to }: SentFields): boolean =>
  ask === SEND_CODE || (code === undefined && sent_to === undefined)

const isTicked = (value: string | undefined) => value === 'on'

/** Input of `user/login`. */
export const signInInput = ({ email, password, code, trust_device }: SentFields) => ({
  email,
  password,
  ...(code !== undefined && { code, trust_device: isTicked(trust_device) }),
})

/** Input of `oidc/confirm`. */
export const codeInput = ({ attempt, code, trust_device }: SentFields) => ({
  attempt,
  code,
  trust_device: isTicked(trust_device),
})

/** Input of `user/resetPassword`. The repetition is for a form that cannot show the password. */
export const resetInput = ({ email, code, password }: SentFields) => ({
  email,
  code,
  password,
  password_confirmation: password,
})

const STUDENT = '3'
const INDIVIDUAL = '1'

/** A new person; leaves out what does not belong to the kind of account. */
function personInput(fields: SentFields) {
  const { account_type = INDIVIDUAL, company, school, graduation_year } = fields
  const { terms, newsletter, phone, area_code } = fields
  return {
    email: fields['email'],
    code: fields['code'],
    account_type,
    first_name: fields['first_name'],
    last_name: fields['last_name'],
    country: fields['country'],
    language: fields['language'],
    invitation_code: fields['invitation_code'],
    agent_code: fields['agent_code'],
    ...(account_type === STUDENT && { school, graduation_year }),
    ...(account_type !== STUDENT && account_type !== INDIVIDUAL && { company }),
    // A dialling code without a number is none.
    ...(phone !== undefined && { phone, area_code }),
    terms: isTicked(terms),
    newsletter: isTicked(newsletter),
  }
}

/** Input of `oidc/register`. */
export const organisationInput = (fields: SentFields) => ({
  ...personInput(fields),
  attempt: fields['attempt'],
})

/** Input of `user/register`. */
export const registerInput = (fields: SentFields) => ({
  ...personInput(fields),
  password: fields['password'],
  password_confirmation: fields['password'],
})
