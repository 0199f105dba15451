import { parseArgs } from 'node:util'

/** Options of the command line that stand for an environment variable each. */
const variables = { host: 'CHANCERY_HOST', port: 'CHANCERY_PORT', data: 'CHANCERY_DATA' } as const

export const startUsage = `usage: chancery [options]     (in the repository: npm start -- [options])

  --host HOST    where to listen (CHANCERY_HOST)
  --port PORT    0 takes a free one (CHANCERY_PORT)
  --data FOLDER  where everything is kept (CHANCERY_DATA)
  --development-key  makes a key that may call everything, prints it, and revokes it at the end; in environment dev alone
                 (\`npm start\` does so by itself)
  --help         this text

All settings are in .env.example.`

/** Whether the command line asks for a key of the start's own. */
export const asksForKey = (args: readonly string[]): boolean => args.includes('--development-key')

/** Whether the command line asks for help instead of a start. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/**
 * The environment with the command line's options laid over it.
 * @throws TypeError for an unknown option, with a message to show.
 */
export function withOptions(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Record<string, string | undefined> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      data: { type: 'string' },
      'development-key': { type: 'boolean' },
    },
    strict: true,
  })
  const merged = { ...environment }
  for (const [option, variable] of Object.entries(variables)) {
    const value = values[option as keyof typeof variables]
    if (value !== undefined) merged[variable] = value
  }
  return merged
}
