/** What a process that serves needs around the app: the doors of its server, its end in order, and what nothing has caught. */
export { connectionsWithin } from './connections.ts'
export { drainable } from './drain.ts'
export { httpServer, openDoors } from './doors.ts'
export { refuseUnaddressed } from './malformed-request.ts'
export { endAtUncaughtErrors } from './uncaught-errors.ts'
export { listenWidely, socketsFor } from './wide-listening.ts'
