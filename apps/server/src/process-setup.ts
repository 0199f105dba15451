/** What must be set before anything else is loaded; every entry of the server imports it first. */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { keepFilesPrivate } from './private-files.ts'

// Compiled code is kept from one start to the next: by the bundle, which brings what its build compiled, or by Node.
const directory = join(import.meta.dirname, 'compiled')
enableCompileCache(existsSync(directory) ? { directory, portable: true } : {})
// Documents are flushed in libuv's pool, whose four threads by default keep each other waiting.
process.env['UV_THREADPOOL_SIZE'] ??= '8'
keepFilesPrivate()
