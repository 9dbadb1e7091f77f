import { z } from 'zod'
import { CHANNELS, isIntegrity, isRemoteId, isVersion } from './names.ts'

/** Name of a remote, as its folder is called: `mf-jury`. */
export const RemoteId = z.string().refine(isRemoteId, 'is not the name of a remote, as mf-jury is')

/** Semantic version without a `+`: `1.5.0`, `1.5.0-pr88.3`. */
export const Version = z.string().refine(isVersion, 'is not a version, as 1.5.0 or 1.5.0-pr88.3 is')

/** Subresource integrity of one digest; anything else would switch the browser's check off. */
export const Integrity = z.string().refine(isIntegrity, 'is not the integrity of a file')

export const ChannelName = z.enum(CHANNELS, `is not a channel; there are ${CHANNELS.join(', ')}`)
