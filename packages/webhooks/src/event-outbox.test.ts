/** What writes events down beside its effects, in one process and in files: the outboxes of two packages together. */
import { sealForTest } from '@chancery/port-contracts/seal-for-test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryClientDirectory, openClientDirectory } from '@chancery/clients/directory'
import { eventOutboxContract } from '@chancery/port-contracts/event-outbox'
import { createMemoryState, openStateDatabase } from '@chancery/state'

eventOutboxContract('The memory', async (recording, clock) => {
  const { events, emailLedger, calls } = createMemoryState({ clock, recording })
  return {
    events,
    ledger: emailLedger,
    calls,
    clients: createMemoryClientDirectory(sealForTest, { events, recording }),
  }
})

eventOutboxContract('SQLite', async (recording, clock) => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-events-'))
  const state = openStateDatabase({ file: join(folder, 'state.sqlite'), clock, recording })
  const clients = openClientDirectory({ seal: sealForTest, file: join(folder, 'clients.sqlite'), recording })
  return {
    events: state.events,
    ledger: state.emailLedger,
    calls: state.calls,
    clients,
    source: clients.events,
    close() {
      state.close()
      clients.close()
      rmSync(folder, { recursive: true })
    },
  }
})
