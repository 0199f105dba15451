/** The client directory alone: starting a service needs it, and none of the readers. */
export { createMemoryClientDirectory } from './directory/memory-client-directory.ts'
export { clientLayout } from './directory/sqlite-client-schema.ts'
export { openClientDirectory, type SqliteClientDirectory } from './directory/sqlite-client-directory.ts'
