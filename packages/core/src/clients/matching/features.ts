import type { ClientData } from '../../model/client-record.ts'
import { blockKeys } from './block-keys.ts'
import { type Profile, profileOf } from './compare-clients.ts'

/** What a row is matched by beside certain identifiers, worked out once. */
export interface Features {
  readonly profile: Profile
  /** See `blockKeys`. */
  readonly keys: readonly number[]
}

export const featuresOf = (data: ClientData): Features => ({ profile: profileOf(data), keys: blockKeys(data) })
