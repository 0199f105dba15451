export { createMemoryState } from './memory/memory-state.ts'
export { openStateDatabase, type StateDatabaseSettings } from './sqlite/state-database.ts'
export { holdsValidApiKeys } from './sqlite/valid-api-keys.ts'
export type { StateStores } from './state-stores.ts'
