import { useFormat } from '@awards/shared/i18n'

/** Formats a score with the digits that tie-breaking uses; a dash when there is no score. */
export function useFigure() {
  const format = useFormat()
  return (value: number | null, digits = 2) =>
    value === null
      ? '–'
      : format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** The last moment of a phase: it ends where the next begins, and people say the day before. */
export const lastMoment = (ends_at: string): string =>
  new Date(new Date(ends_at).getTime() - 1).toISOString()
