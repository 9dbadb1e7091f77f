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

/** The last second of a day in the programme's zone. */
export function endOfDayIn(zone: string, day: string): number {
  const asIfUtc = new Date(`${day}T23:59:59Z`).getTime()
  const shown = new Date(asIfUtc).toLocaleString('sv-SE', { timeZone: zone })
  const ahead = new Date(`${shown.replace(' ', 'T')}Z`).getTime() - asIfUtc
  return asIfUtc - ahead
}
