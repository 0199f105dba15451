/** The entry of `npm start`: for development, with a key of its own. */
import './process-setup.ts'

const { start } = await import('./main.ts')
await start({ isDevelopment: true })
