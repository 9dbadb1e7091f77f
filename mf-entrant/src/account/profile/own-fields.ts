import type { Profile } from '@awards/shared/contract'

/** The fields of a profile that its owner may change, as the server takes them. */
export const ownFields = (profile: Profile) => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  company: profile.company,
  school: profile.school,
  job_title: profile.job_title,
  country: profile.country,
  area_code: profile.area_code,
  phone: profile.phone,
  language: profile.language,
  newsletter: profile.newsletter,
})
export type PersonValues = Omit<ReturnType<typeof ownFields>, 'newsletter'>
