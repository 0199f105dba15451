import { expect, it } from 'vitest'
import { raceImports, raceKeys } from './races.ts'
import type { SharedState } from './shared-state.ts'

/** The short form; `node test/state/long.ts` is the long one. */
export const keys = 60
const pairs = 5

/** Two processes that share a state are told to send e-mails by the same keys. */
export function keysRace(name: string, state: SharedState): void {
  it(`two processes on one ${name} send one e-mail for a key`, async () => {
    const race = await raceKeys(await state.settings(), keys, { kill: false })
    expect(race).toEqual({ keys, effects: keys, twice: 0, unknown: 0, wrong: 0, faults: [] })
  })
}

/** Two processes that share a state import the same people. */
export function importsRace(name: string, state: SharedState, killed: boolean): void {
  it(`two processes on one ${name} make one client of one person by imports that overlap; killed: ${killed}`, async () => {
    const { clients, people, faults } = await raceImports(await state.settings(), pairs, { kill: killed }, (data) =>
      state.clients(data),
    )
    expect({ clients, faults }).toEqual({ clients: people, faults: [] })
  })
}
