export { openPostgresConnections, type PostgresConnections } from './connections.ts'
export type { DatabaseSettings } from './database.ts'
export { migrateDatabase, openPostgresState, type PostgresSettings, type PostgresState } from './postgres-state.ts'
