export const SUBJECTS: Readonly<
  Record<
    string,
    { readonly bars: readonly string[]; readonly about: string; readonly number?: string }
  >
>
