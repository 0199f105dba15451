import type { RunningConverter } from '@chancery/conversion'
import { findOffice, isProgram } from '@chancery/conversion/find-office'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'

/** The converters by name, the default first. */
export type ConfiguredConverters = Readonly<Record<string, RunningConverter>>

type Name = 'libreoffice' | 'gotenberg'

/**
 * What turns documents into PDF; each is loaded at its first conversion.
 * @param isBackground whether nobody waits for it: all else on the machine goes before
 * @throws ConfigurationError where LibreOffice is asked for, and not there
 */
export function configuredConverters(configuration: Configuration, isBackground: boolean): ConfiguredConverters {
  const {
    CHANCERY_CONVERTERS: wanted,
    CHANCERY_GOTENBERG_URL: baseUrl,
    CHANCERY_CONVERSION_MS: timeoutMs,
    CHANCERY_CONVERSION_WORK_MS: mostWorkMs,
  } = configuration
  if (wanted.includes('off')) return {}
  const program = configuration.CHANCERY_LIBREOFFICE ?? findOffice()
  const there: readonly Name[] = baseUrl !== undefined ? ['gotenberg'] : program !== undefined ? ['libreoffice'] : []
  const names = new Set(
    wanted.flatMap((name): readonly Name[] => (name === 'auto' ? there : name === 'off' ? [] : [name])),
  )
  if (names.has('libreoffice') && (program === undefined || !isProgram(program))) {
    throw new ConfigurationError([
      configuration.CHANCERY_LIBREOFFICE === undefined
        ? 'CHANCERY_CONVERTERS: LibreOffice is not installed; soffice is not on PATH.'
        : 'CHANCERY_LIBREOFFICE: there is no program that can be run.',
    ])
  }
  const processes = configuration.CHANCERY_LIBREOFFICE_PROCESSES
  const make: Readonly<Record<Name, () => RunningConverter>> = {
    libreoffice: () =>
      atFirstUse('libreoffice', processes, async () => {
        const { createLibreOfficeConverter } = await import('@chancery/conversion')
        return createLibreOfficeConverter({
          program: program ?? '',
          processes,
          timeoutMs,
          ...(isBackground ? { niceness: 19 } : { mostWorkMs }),
        })
      }),
    gotenberg: () =>
      atFirstUse('gotenberg', gotenbergCalls, async () => {
        const { createGotenbergConverter } = await import('@chancery/conversion')
        return createGotenbergConverter({ baseUrl: baseUrl ?? '', timeoutMs, parallel: gotenbergCalls })
      }),
  }
  return Object.fromEntries([...names].map((name) => [name, make[name]()]))
}

/** Calls at once; its conversions wait for each other in each of its containers. */
const gotenbergCalls = 4

export const closeAll = async (converters: ConfiguredConverters): Promise<void> => {
  await Promise.all(Object.values(converters).map((converter) => converter.close()))
}

function atFirstUse(id: string, parallel: number, load: () => Promise<RunningConverter>): RunningConverter {
  let loaded: Promise<RunningConverter> | undefined
  return {
    id,
    parallel,
    convert: async (bytes, types, options) => (await (loaded ??= load())).convert(bytes, types, options),
    check: async (options) => (await (loaded ??= load())).check(options),
    close: async () => (await loaded)?.close(),
  }
}
