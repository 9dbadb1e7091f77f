type Person = { email?: string; first_name?: string; last_name?: string }

/** What a form says of a person, and a password therefore must not be made of. */
export const ownWordsOf = ({ email, first_name, last_name }: Person): string[] =>
  [email, first_name, last_name].filter((word) => word !== undefined)
