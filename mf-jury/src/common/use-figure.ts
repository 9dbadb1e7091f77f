import { useFormat } from '@awards/shared/i18n'

/** Formats a score with the digits that tie-breaking uses; a dash when there is no score. */
export function useFigure() {
  const format = useFormat()
  return (value: number | null, digits = 2) =>
    value === null
      ? '–'
      : format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
