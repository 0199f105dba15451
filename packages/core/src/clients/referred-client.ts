import { ChanceryError } from '../errors.ts'
import type { ClientDirectory } from '../ports/client-directory.ts'
import { exportedFrom } from './client-identifiers.ts'
import type { ClientRecord } from '../model/client-record.ts'

/**
 * The client of a reference: an id, or an e-mail address that it alone has.
 * @param pointer where the reference stands
 * @throws `client_not_found`, `write_conflict` where it is not of the version that was asked for
 */
export async function referredClient(
  directory: ClientDirectory,
  {
    reference,
    pointer,
    ifVersion,
  }: { readonly reference: string; readonly pointer: string; readonly ifVersion?: number | undefined },
  signal: AbortSignal,
): Promise<ClientRecord> {
  const known = await directory.get(reference, { signal })
  // An id of old is of a client that became part of another.
  const sought = reference.includes('@')
    ? ({ kind: 'email', value: reference.toLowerCase() } as const)
    : ({ kind: 'external', value: `${exportedFrom}:${reference}` } as const)
  const found = known === undefined ? await directory.match([sought], { signal }) : []
  const record = known ?? (found.length === 1 ? found[0] : undefined)
  if (record === undefined) {
    const message = found.length > 1 ? 'Several clients have this address.' : 'No client has this id or address.'
    throw new ChanceryError('client_not_found', 'The client is not in the directory.', {
      violations: [
        {
          pointer,
          code: 'client_not_found',
          message,
          hint: found.length > 1 ? 'Name it by its id: `/find-clients` tells it.' : 'Look for it with `/find-clients`.',
        },
      ],
    })
  }
  if (ifVersion !== undefined && record.version !== ifVersion) {
    throw new ChanceryError('write_conflict', 'The client is not of the version that `ifVersion` names.', {
      violations: [
        {
          pointer: '/ifVersion',
          code: 'version_differs',
          message: `The client is of version ${record.version}.`,
          hint: 'Read it with `/get-client`, and call again with that version if it is still right.',
        },
      ],
      details: { version: record.version },
      // The same call would meet it again.
      retryable: false,
    })
  }
  return record
}
