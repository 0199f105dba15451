/** The service on Node, for programs that start it themselves. */
export { makeDevelopmentKey, type DevelopmentKey } from './development-key.ts'
export { startServer, type RunningServer } from './start-server.ts'
