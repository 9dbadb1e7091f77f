import { currentCause, type Cause } from '../http/cause.ts'
import { newTraceId } from '../http/request-id.ts'
import type { JobPayload } from './jobs.ts'

/** In a payload: the number of the request that has left the job behind. */
const KEY = 'caused_by'

/** A payload that remembers which request it follows from. */
export function causedPayload(payload: JobPayload): JobPayload {
  const cause = currentCause()
  return cause ? { ...payload, [KEY]: cause.trace_id } : payload
}

/** Takes the two apart again; a job that follows from no request has a number of its own. */
export function causeOfJob(name: string, payload: JobPayload): [Cause, JobPayload] {
  const { [KEY]: known, ...own } = payload
  return [{ trace_id: typeof known === 'string' ? known : newTraceId(), call: name }, own]
}
