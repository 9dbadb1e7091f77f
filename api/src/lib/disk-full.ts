import { errorCode } from './error-code.ts'

// EDQUOT: the share of this account on the disk; 53100: the disk of the database.
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether an error means that there is no room on a disk. */
export const isDiskFull = (error: unknown): boolean => CODES.has(errorCode(error) ?? '')
