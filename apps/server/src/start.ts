/** The entry of `npm start` and of the bundle: lets Node keep compiled code from one start to the next. */
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('./main.ts')
