import { spawnSync } from 'node:child_process'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { vi } from 'vitest'
import { type Invocation, tellFault } from './run-command.ts'
import { serverProgram } from './server-program.test-support.ts'

export interface Outcome {
  readonly out: string
  readonly error: string
  /** With which its process would exit. */
  readonly code: number | null
}

/** Runs a command in this process, as `runCommand` does in one of its own: most of the work of that is its start. */
export async function runHere(
  command: (invocation: Invocation) => void | Promise<void>,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const told = { out: '', error: '' }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void (told.out += `${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void (told.error += `${line}\n`)),
  ]
  let code = 0
  try {
    await command({ args, environment })
  } catch (error) {
    code = tellFault(error)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return { ...told, code }
}

/** Runs the program of a command, by the name of its source. */
export function runProgram(
  source: string,
  args: readonly string[],
  {
    input = '',
    environment = {},
  }: { readonly input?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Outcome {
  const options = { encoding: 'utf8', input, env: { ...childEnvironment, ...environment } } as const
  const { stdout, stderr, status } = spawnSync(process.execPath, [serverProgram(source), ...args], options)
  return { out: stdout, error: stderr, code: status }
}
