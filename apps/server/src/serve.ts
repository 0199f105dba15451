/** The entry of the bundle: makes no key unless it is asked for one. */
import './process-setup.ts'

const { start } = await import('./main.ts')
await start({ isDevelopment: false })
