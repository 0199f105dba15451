import { identifierKey } from './client-identifiers.ts'
import type { ClientIdentifier } from '../model/client-identifier.ts'

/** Makes of a text a digest that nobody can make, or compare guesses with, who has not the secret of the service. */
export type Seal = (text: string) => string

const sealed = 'sealed:'
const rowPrefix = 'row:'

/**
 * What a deletion is kept under. A row's digest is under the seal: by a bare one, whoever has the file could try whether
 * somebody had been in it.
 */
export const deletionKey = (identifier: ClientIdentifier, space: string, seal: Seal): string =>
  identifier.kind === 'row' ? `${sealed}${seal(JSON.stringify([space, identifier.value]))}` : identifierKey(identifier)

/** What a bare digest of an earlier version is kept under from now on; `undefined`: it is as it should be. */
export const sealedAgain = (key: string, space: string, seal: Seal): string | undefined =>
  key.startsWith(rowPrefix) ? deletionKey({ kind: 'row', value: key.slice(rowPrefix.length) }, space, seal) : undefined
