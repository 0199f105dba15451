/** `npm start`: serves everything embedded, and prints how to reach it. */
import { ConfigurationError, readConfiguration } from '@chancery/wiring'
import { openDevelopmentKey } from './development-key.ts'
import { asksForHelp, startUsage, withOptions } from './options.ts'
import { startServer } from './start-server.ts'
import { endAtUncaughtErrors } from './uncaught-errors.ts'

/** Together with the moment in which calls are still taken, shorter than the 10 s after which Cloud Run kills. */
const graceMs = 7500

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) return console.log(startUsage)
  const configuration = readConfiguration(withOptions(process.env, args))
  const server = await startServer(configuration)
  const { composition } = server.service
  const development = configuration.CHANCERY_AUTH === 'keys' ? await openDevelopmentKey(composition) : undefined

  let stopping: Promise<void> | undefined
  const stop = (code: number): void => {
    stopping ??= (async () => {
      await server.drain(graceMs)
      // Only now: calls that were still on their way came with it.
      await development?.revoke()
      await composition.close()
    })().then(
      () => process.exit(code),
      (error: unknown) => fail(error),
    )
  }
  endAtUncaughtErrors(composition.ports.logger, () => stop(1))
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))

  const key = development?.key ?? 'YOUR-KEY'
  console.log(`Chancery is ready.

  address  ${server.address}
  docs     ${server.address}/docs
  data     ${configuration.CHANCERY_DATA}
  key      ${development === undefined ? 'checked by the gateway' : key}

Try it:

  curl -s ${server.address}/store-document -H 'content-type: application/json' -H 'x-api-key: ${key}' \\
    -d '{"document":{"content":"${Buffer.from('Hello, Chancery!\n').toString('base64')}","filename":"hello.txt"},"path":"hello.txt","onConflict":"overwrite"}'
`)
}

/** What making or opening the data folder can fail with. */
const folderFaults: ReadonlySet<string> = new Set(['EACCES', 'EEXIST', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

function fail(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof ConfigurationError) console.error(error.message)
  else if (code === 'EADDRINUSE') console.error('The port is taken. Choose another with --port or CHANCERY_PORT.')
  else if (code !== undefined && folderFaults.has(code))
    console.error(`The data folder cannot be used (${code}). Choose another with --data or CHANCERY_DATA.`)
  else if (code?.startsWith('ERR_PARSE_ARGS'))
    console.error(`${(error as Error).message}\nOptions: --host --port --data --help`)
  else console.error(error)
  process.exit(1)
}

main().catch(fail)
