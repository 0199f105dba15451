export { openPostgresConnections, type PostgresConnections } from './connections.ts'
export type { DatabaseSettings } from './database-settings.ts'
export { migrateDatabase, openPostgresState, type PostgresSettings, type PostgresState } from './postgres-state.ts'
