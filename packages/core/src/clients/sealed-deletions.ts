import { identifierKey } from './client-identifiers.ts'
import type { ClientIdentifier } from '../model/client-identifier.ts'

/** Makes of a text a digest that nobody can make, or compare guesses with, who has not the secret of the service. */
export type Seal = (text: string) => string

const sealed = 'sealed:'
const rowPrefix = 'row:'

/**
 * What a deletion is kept under. A row's digest, and the id of another system, are under the seal: by bare ones, whoever has
 * the file could try whether somebody had been in it.
 */
export function deletionKey(identifier: ClientIdentifier, space: string, seal: Seal): string {
  const { kind, value } = identifier
  if (kind === 'row') return `${sealed}${seal(JSON.stringify([space, value]))}`
  return kind === 'external' ? `${sealed}${seal(JSON.stringify([space, kind, value]))}` : identifierKey(identifier)
}

/** What a bare digest of an earlier version is kept under from now on; `undefined`: it is as it should be. */
export const sealedAgain = (key: string, space: string, seal: Seal): string | undefined =>
  key.startsWith(rowPrefix) ? deletionKey({ kind: 'row', value: key.slice(rowPrefix.length) }, space, seal) : undefined
