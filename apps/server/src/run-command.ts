import { ChanceryError } from '@chancery/core'
import { ConfigurationError } from '@chancery/wiring'
import { keepFilesPrivate } from './private-files.ts'

/** A mistake of whoever calls a command, to be shown as it is. */
export class UsageError extends Error {}

/** What a command is called with. */
export interface Invocation {
  readonly args: readonly string[]
  readonly environment: Readonly<NodeJS.ProcessEnv>
}

/** Runs a command of the command line. It exits with 2 at a mistake in its use or in a setting, and with 1 at any other fault. */
export async function runCommand(command: (invocation: Invocation) => void | Promise<void>): Promise<void> {
  keepFilesPrivate()
  // What a command waits for (a pause before the next try) keeps no process alive by itself: it would end, well, in the middle.
  const alive = setInterval(() => {}, 60_000)
  try {
    await command({ args: process.argv.slice(2), environment: process.env })
  } catch (error) {
    if (codesOf(error).code !== 'EPIPE') process.exitCode = tellFault(error)
  } finally {
    clearInterval(alive)
  }
}

/** Shows what ended a command: in its own words where somebody can mend it, else whole. @returns the exit code */
export function tellFault(error: unknown): 1 | 2 {
  const { code, syscall } = codesOf(error)
  const isUsage =
    error instanceof UsageError || error instanceof ConfigurationError || String(code).startsWith('ERR_PARSE_ARGS')
  // Faults of files name paths; they are for whoever gave them.
  const isPlain = isUsage || ChanceryError.is(error) || syscall !== undefined
  console.error(isPlain ? sentenceOf(error as Error) : error)
  return isUsage ? 2 : 1
}

/** Node's sentence about an option that there is not goes on about dashes in front of words. */
export function sentenceOf({ message }: Error): string {
  const option = /^Unknown option '([^']*)'/.exec(message)?.[1]
  return option === undefined ? message : `There is no option ${option}; --help tells those that there are.`
}

const codesOf = (error: unknown): Pick<NodeJS.ErrnoException, 'code' | 'syscall'> => error as NodeJS.ErrnoException
