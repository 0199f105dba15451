import type {
  FoundMessage,
  KeptMessage,
  LedgerEntry,
  LedgerMessage,
  OpenMessage,
  OpenState,
} from '../ports/email-ledger.ts'
import type { Receipt } from '../ports/email-transport.ts'
import { present } from '../present.ts'

/** Where a message is that has no receipt. */
export type RowState = 'claimed' | 'unknown' | 'scheduled' | 'cancelled' | 'failed'

/** A row of an e-mail ledger, wherever it is kept. Its message is told by the same rules in each. */
export interface LedgerRow {
  readonly id: string
  /** Counts only where there is no receipt. */
  readonly state: RowState
  /** The outcome; then `request` and `files` are gone. */
  readonly receipt?: Receipt | undefined
  readonly code?: string | undefined
  readonly dueAt?: number | undefined
  /** Absent, as those that follow, where the message was settled and never claimed, and in rows from before it was kept. */
  readonly fingerprint?: string | undefined
  readonly provider?: string | undefined
  readonly at?: number | undefined
  readonly request?: string | undefined
  readonly files?: Uint8Array | undefined
}

/** What a claim is told of a row that is there already. */
export function ledgerEntry(row: LedgerRow, { fingerprint }: Pick<LedgerMessage, 'fingerprint'>): LedgerEntry {
  if (row.fingerprint === undefined) return { state: 'in-doubt' }
  if (row.fingerprint !== fingerprint) return { state: 'mismatch' }
  const { state, receipt, provider, code, dueAt = 0 } = row
  if (receipt !== undefined) return { state: 'settled', receipt, ...present({ provider }) }
  if (state === 'scheduled') return { state, dueAt, provider: provider ?? '' }
  if (state === 'cancelled') return { state, provider: provider ?? '' }
  if (state === 'failed') return { state, provider: provider ?? '', code: code ?? '' }
  return { state: 'in-doubt', ...present({ code, kept: keptMessage(row) }) }
}

/** The message of a row, where it is all there. */
export function keptMessage({ id, provider, at, request, files }: LedgerRow): KeptMessage | undefined {
  if (provider === undefined || at === undefined || request === undefined || files === undefined) return undefined
  return { id, provider, at, request, files }
}

/** A row as those are told of that have no outcome. */
export const openMessage = ({ id, state, code, dueAt, provider, at, request }: LedgerRow): OpenMessage => ({
  id,
  state: state === 'claimed' || state === 'cancelled' ? 'unknown' : state,
  ...present({ code, dueAt, provider, at, request }),
})

/** A row as it is told whatever became of it. */
export const foundMessage = (row: LedgerRow): FoundMessage => ({
  ...openMessage(row),
  ...(row.state === 'cancelled' && { state: row.state }),
  ...(row.receipt !== undefined && { state: 'settled', receipt: row.receipt }),
})

/** The states of the rows that are asked for. */
export const rowStatesOf = (states: readonly (OpenState | 'begun')[]): readonly RowState[] =>
  states.flatMap((state) => rowStates[state])

const rowStates: Readonly<Record<OpenState | 'begun', readonly RowState[]>> = {
  begun: ['claimed'],
  unknown: ['claimed', 'unknown'],
  scheduled: ['scheduled'],
  failed: ['failed'],
}
