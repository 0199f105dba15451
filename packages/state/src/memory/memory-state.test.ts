import { apiKeyStoreContract } from '@chancery/port-contracts/api-key-store'
import { callRegisterContract } from '@chancery/port-contracts/call-register'
import { emailEventLogContract } from '@chancery/port-contracts/email-event-log'
import { emailLedgerContract } from '@chancery/port-contracts/email-ledger'
import { idempotencyStoreContract } from '@chancery/port-contracts/idempotency-store'
import { rateLimiterContract } from '@chancery/port-contracts/rate-limiter'
import { suppressionListContract } from '@chancery/port-contracts/suppression-list'
import { createMemoryState } from './memory-state.ts'

const clock = { now: () => Date.now() }

idempotencyStoreContract('The memory', async (own) => ({ store: createMemoryState({ clock: own }).idempotency }))
apiKeyStoreContract('The memory', async () => ({ store: createMemoryState({ clock }).apiKeys }))
emailLedgerContract('The memory', async () => ({ ledger: createMemoryState({ clock }).emailLedger }))
emailEventLogContract('The memory', async () => ({ log: createMemoryState({ clock }).emailEvents }))
suppressionListContract('The memory', async () => ({ list: createMemoryState({ clock }).suppressions }))
rateLimiterContract('The memory', async (own) => ({ limiter: createMemoryState({ clock: own }).rates }))
callRegisterContract('The memory', async (own) => ({ register: createMemoryState({ clock: own }).calls }))
