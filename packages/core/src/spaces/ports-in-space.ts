import { ownFolders } from '../model/own-folders.ts'
import type { DocumentStore } from '../ports/document-store.ts'
import type { Ports } from '../ports/index.ts'
import type { Providers } from '../ports/providers.ts'
import { clientSourceInSpace } from './client-source-in-space.ts'
import { clientsInSpace } from './clients-in-space.ts'
import { ledgerInSpace, scheduleInSpace } from './ledger-in-space.ts'
import { isSpaceName } from './space-name.ts'
import { storeInFolder } from './store-in-folder.ts'
import { storeWithoutOwnFolders } from './store-without-own-folders.ts'
import { suppressionsInSpace } from './suppressions-in-space.ts'

/**
 * The ports as seen from a space (`''`: the common one): whatever they keep for another space is as absent as what never
 * was. Those that keep nothing for callers stay as they are.
 * @throws RangeError where the space has no name that one may have
 */
export function portsInSpace<Some extends Partial<Ports>>(ports: Some, space: string): Some {
  if (space !== '' && !isSpaceName(space)) throw new RangeError('The space of the caller has no valid name.')
  const { stores, uploads, clientDirectory, clientSources, emailLedger, emailSchedule, suppressions } = ports
  return {
    ...ports,
    ...(stores && { stores: each(stores, (store) => storeWithoutOwnFolders(storeOf(store, space))) }),
    ...(uploads && {
      uploads: each(uploads, (store) => storeInFolder(store, uploadsOf(space))),
    }),
    ...(clientDirectory && { clientDirectory: clientsInSpace(clientDirectory, space) }),
    ...(clientSources &&
      space !== '' && { clientSources: each(clientSources, (source) => clientSourceInSpace(source, space)) }),
    ...(emailLedger && space !== '' && { emailLedger: ledgerInSpace(emailLedger, space) }),
    ...(suppressions && space !== '' && { suppressions: suppressionsInSpace(suppressions, space) }),
    ...(emailSchedule && space !== '' && { emailSchedule: scheduleInSpace(emailSchedule, space) }),
  }
}

const storeOf = (store: DocumentStore, space: string): DocumentStore =>
  space === '' ? store : storeInFolder(store, `${ownFolders.spaces}/${space}`)

/** Not among the documents of the space, which are counted. No space has the name of the common one here. */
const uploadsOf = (space: string): string => `${ownFolders.uploads}/${space === '' ? '_' : space}`

const each = <Port>(providers: Providers<Port>, seen: (port: Port) => Port): Providers<Port> => ({
  names: providers.names,
  get: (name, pointer) => seen(providers.get(name, pointer)),
})
