/** Neutral name of a file in an archive, for instance `7QK4Z/7QK4Z-01.jpg`. */
export const neutralName = (judgingNo: string, index: number, extension: string): string => {
  const folder = judgingNo.replaceAll(/[^A-Za-z0-9]/g, '')
  return `${folder}/${folder}-${String(index).padStart(2, '0')}.${extension}`
}
