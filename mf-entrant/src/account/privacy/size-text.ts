const KILOBYTE = 1_000
const MEGABYTE = 1_000 * KILOBYTE

/** The size of a file as people say it: small ones in kilobytes, the rest in megabytes. */
export function sizeText(
  bytes: number,
  number: (value: number, options: Intl.NumberFormatOptions) => string,
): string {
  const isSmall = bytes < MEGABYTE
  return number(isSmall ? Math.ceil(bytes / KILOBYTE) : bytes / MEGABYTE, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  })
}
