import { useFormat } from '@awards/shared/i18n'

/** Writes a score with as many digits as ties are told apart by; a dash where there is none. */
export function useFigure() {
  const format = useFormat()
  return (value: number | null, digits = 2) =>
    value === null
      ? '–'
      : format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
