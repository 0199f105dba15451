import { largestOf } from '@chancery/core'
import { endWithNpm } from './end-with-npm.ts'

interface Command {
  readonly about: string
  /** Runs the program, which reads its options from `process.argv`. */
  run(): Promise<unknown>
}

/** What `npx chancery <command>` runs; without a name it is the first. */
const commands: Readonly<Record<string, Command>> = {
  serve: {
    about: 'serve everything embedded on this machine',
    run: async () => {
      await import('@chancery/server/process-setup')
      const { start } = await import('@chancery/server/main')
      endWithNpm(() => process.kill(process.pid, 'SIGTERM'))
      await start({ isDevelopment: true, keysCommand: 'npx chancery keys' })
    },
  },
  keys: { about: 'API keys: create | list | rotate | revoke', run: () => import('@chancery/server/keys') },
  migrate: {
    about: 'make or update the tables of the state in Postgres',
    run: () => import('@chancery/server/migrate'),
  },
  doctor: {
    about: 'try everything that the service stands on, as it is set',
    run: () => import('@chancery/server/doctor'),
  },
  work: {
    about: 'do calls in the background that services have taken on',
    run: () => import('@chancery/server/work'),
  },
  audit: {
    about: 'the audit log: export | verify',
    run: () => import('@chancery/server/audit'),
  },
  mail: {
    about: 'e-mails in doubt or waiting, and who gets none: list | settle | cancel | suppress | …',
    run: () => import('@chancery/server/mail'),
  },
  events: {
    about: 'what the firm’s own systems were not told yet: list | retry',
    run: () => import('@chancery/server/events'),
  },
  backup: {
    about: 'copy what is kept, while the service works',
    run: () => import('@chancery/server/backup'),
  },
  gateway: {
    about: 'write the document of an API gateway before a deployment',
    run: () => import('@chancery/server/gateway'),
  },
}

const width = largestOf(Object.keys(commands).map((name) => name.length))
const usage = `usage: npx chancery [command] [options]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  .join('\n')}

Without a command it serves. \`npx chancery <command> --help\` tells its options.`

/** Runs the command that the command line names. */
export async function runCommand(): Promise<void> {
  const [name = ''] = process.argv.slice(2)
  if (name === 'help' || name === '--help' || name === '-h') return console.log(usage)
  if (name === '' || name.startsWith('-')) return void (await commands['serve']?.run())
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    console.error(`There is no command "${name}".\n\n${usage}`)
    process.exitCode = 2
    return
  }
  // The program sees its own options alone.
  process.argv.splice(2, 1)
  await command.run()
}
