export { migrateDatabase, openPostgresState, type PostgresSettings, type PostgresState } from './postgres-state.ts'
