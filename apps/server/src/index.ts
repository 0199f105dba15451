/** The service on Node, for programs that start it themselves. */
export { openDevelopmentKey, type DevelopmentKey } from './development-key.ts'
export { startServer, type RunningServer } from './start-server.ts'
