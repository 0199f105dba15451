import { parseArgs } from 'node:util'

/** Options of the command line that stand for an environment variable each. */
const variables = { host: 'CHANCERY_HOST', port: 'CHANCERY_PORT', data: 'CHANCERY_DATA' } as const

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
    options: { host: { type: 'string' }, port: { type: 'string' }, data: { type: 'string' } },
    strict: true,
  })
  const merged = { ...environment }
  for (const [option, variable] of Object.entries(variables)) {
    const value = values[option as keyof typeof variables]
    if (value !== undefined) merged[variable] = value
  }
  return merged
}
