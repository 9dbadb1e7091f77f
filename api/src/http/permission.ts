import type { Endpoint } from '@awards/shared/contract'
import { PERMISSIONS, isRefusal } from '@awards/shared/domain'
import type { PermissionRow } from '@awards/shared/domain'
import type { Actor } from './actor.ts'
import { BusinessError } from './business-error.ts'

const ROWS: Readonly<Record<string, PermissionRow>> = PERMISSIONS

/**
 * Refuses a caller whom the matrix refuses whatever the row, and an identity 1 user without the
 * capability the call needs. Row scopes are enforced by the services.
 */
export function requirePermission(call: Endpoint, actor: Actor | null) {
  const row = ROWS[call.name]
  if (!row) throw new Error(`No permissions are written down for ${call.name}`)
  const cell = actor ? row[actor.identity] : row.visitor
  if (isRefusal(cell)) throw refusal(cell)
  const { capability } = row
  if (capability && actor?.identity === 1 && !actor.juror?.capabilities.includes(capability)) {
    throw new BusinessError(
      403,
      'Your account may not do this. Ask the organiser if you need it.',
      {
        reason: 'CAPABILITY',
      },
    )
  }
}

function refusal(code: 401 | 403 | 404): BusinessError {
  if (code === 401) return new BusinessError(401, 'Please sign in to continue.')
  if (code === 403) return new BusinessError(403, 'This page is not open to your account.')
  return new BusinessError(404, 'This does not exist, or is not yours.')
}
