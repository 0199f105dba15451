/** The entry of `npm start` and of the bundle: sets what must be set before anything else is loaded. */
import { enableCompileCache } from 'node:module'

// Compiled code is kept from one start to the next.
enableCompileCache()
// Documents are flushed in libuv's pool, whose four threads by default keep each other waiting.
process.env['UV_THREADPOOL_SIZE'] ??= '8'
await import('./main.ts')
