import { addressOf } from '../documents/signed-address.ts'
import type { ClientDirectory } from '../ports/client-directory.ts'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EmailTransport } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'
import type { Providers } from '../ports/providers.ts'
import type { Witness } from './witness.ts'

/** The ports with a witness of what goes through those that hold documents and clients, and that send. */
export function witnessedPorts<Some extends Partial<Ports>>(ports: Some, witness: Witness): Some {
  const { stores, clientDirectory, transports } = ports
  return {
    ...ports,
    ...(stores && { stores: each(stores, (store) => witnessedStore(store, witness)) }),
    ...(transports && { transports: each(transports, (transport) => witnessedTransport(transport, witness)) }),
    ...(clientDirectory && { clientDirectory: witnessedClients(clientDirectory, witness) }),
  }
}

const each = <Port>(providers: Providers<Port>, seen: (port: Port) => Port): Providers<Port> => ({
  names: providers.names,
  get: (name, pointer) => seen(providers.get(name, pointer)),
})

function witnessedStore(store: DocumentStore, witness: Witness): DocumentStore {
  const provider = store.id
  return {
    id: provider,
    capabilities: store.capabilities,
    async put(request, options) {
      await witness.beforeChange({ kind: 'document', provider, act: 'write', id: request.path })
      return store.put(request, options)
    },
    async read(path, options) {
      const read = await store.read(path, options)
      witness.saw({ kind: 'document', provider, act: 'read', id: path })
      return read
    },
    async delete(path, options) {
      await witness.beforeChange({ kind: 'document', provider, act: 'delete', id: path })
      return store.delete(path, options)
    },
    stat: (path, options) => store.stat(path, options),
    ...(store.folders && {
      async *folders(folder, options) {
        witness.saw({ kind: 'folder', provider, act: 'list', id: folder })
        yield* store.folders?.(folder, options) ?? []
      },
    }),
    ...(store.versions && { versions: async (path, options) => (await store.versions?.(path, options)) ?? [] }),
    ...(store.twins && { twins: async (path, options) => (await store.twins?.(path, options)) ?? [] }),
    ...(store.address && {
      async address(request, options) {
        const { act, path } = request
        if (act === 'create') await witness.beforeChange({ kind: 'document', provider, act: 'write', id: path })
        const address = await addressOf(store, request, options)
        if (act === 'read') witness.saw({ kind: 'document', provider, act: 'read', id: path })
        return address
      },
    }),
    list(folder, options) {
      witness.saw({ kind: 'folder', provider, act: 'list', id: folder })
      return store.list(folder, options)
    },
    check: (options) => store.check(options),
  }
}

function witnessedTransport(transport: EmailTransport, witness: Witness): EmailTransport {
  const { id, capabilities, render, lookUp } = transport
  return {
    id,
    capabilities,
    async send(email, options) {
      await witness.beforeChange({ kind: 'email', provider: id, act: 'send', id: email.id })
      return transport.send(email, options)
    },
    ...(render && { render: render.bind(transport) }),
    ...(lookUp && { lookUp: lookUp.bind(transport) }),
    check: (options) => transport.check(options),
  }
}

function witnessedClients(directory: ClientDirectory, witness: Witness): ClientDirectory {
  const provider = directory.id
  const saw = (records: readonly { readonly id: string }[], act: 'read' | 'write'): void => {
    for (const { id } of records) witness.saw({ kind: 'client', provider, act, id })
  }
  return {
    id: provider,
    async get(id, options) {
      const record = await directory.get(id, options)
      if (record !== undefined) saw([record], 'read')
      return record
    },
    async match(identifiers, options) {
      const records = await directory.match(identifiers, options)
      saw(records, 'read')
      return records
    },
    async change(identifiers, decide, options) {
      // Which clients it will be is decided within the transaction; they are named when it has ended.
      await witness.beforeChange({ kind: 'client', provider, act: 'write', id: '' })
      const records = await directory.change(identifiers, decide, options)
      saw(records, 'write')
      return records
    },
    async search(search, options) {
      const found = await directory.search(search, options)
      saw(found.clients, 'read')
      return found
    },
    deletions: (identifiers, options) => directory.deletions(identifiers, options),
    outcomeOf: (place, options) => directory.outcomeOf(place, options),
    forgetOutcomes: (which, options) => directory.forgetOutcomes(which, options),
    check: (options) => directory.check(options),
  }
}
