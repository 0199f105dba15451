import { availableParallelism } from 'node:os'
import { createCompiledTesseract } from './compiled-tesseract.ts'
import { isCompiledInstalled, languageDataIn, OcrSetupError, packagedLanguageData } from './language-data.ts'
import { tesseractCode } from '@chancery/reading/ocr/languages'
import { joinedPrograms } from './joined-programs.ts'
import { createNativeTesseract, findTesseract } from './native-tesseract.ts'
import type { RunningOcrEngine } from '@chancery/reading/ocr/ocr-engine'
import { createTesseractEngine } from './tesseract-engine.ts'
import type { TesseractProgram } from './tesseract-program.ts'

export { OcrSetupError } from './language-data.ts'
export type { RunningOcrEngine } from '@chancery/reading/ocr/ocr-engine'

/** Whether this machine can read pictures without further settings. */
export const isOcrInstalled = (): boolean => isCompiledInstalled() || findTesseract() !== undefined

export interface OcrSettings {
  /** `auto`: the native program where this machine has one, and the compiled one for languages that it has no data for. */
  readonly engine?: 'auto' | 'tesseract' | 'native'
  /** BCP 47: what to expect where a call names no language; absent: English, and what the text turns out to be. */
  readonly languages?: readonly string[]
  /** Folder with `<language>.traineddata`, for the compiled program also gzipped; absent: what is installed. */
  readonly data?: string
  /** Pages read at once. */
  readonly atOnce?: number
  readonly pageTimeoutMs?: number
  /** How long threads are kept warm without work. */
  readonly idleMs?: number
  /** How much others go before it, 0 (the default) to 19. */
  readonly niceness?: number
  /** Bytes of memory of one thread of the compiled program. */
  readonly memoryBytes?: number
}

const megabyte = 1024 * 1024

/**
 * An engine with all its data on this machine; nothing is ever fetched.
 * @throws OcrSetupError where a language, the folder or the program is not there
 */
export function createOcrEngine(settings: OcrSettings = {}): RunningOcrEngine {
  const { engine = 'auto', languages = ['en'], data, niceness = 0, memoryBytes = 320 * megabyte } = settings
  const { atOnce = Math.max(1, availableParallelism() - 1), pageTimeoutMs = 60_000, idleMs = 30_000 } = settings
  const usual = [...new Set(languages.map(tesseractCode))]
  const path = engine === 'tesseract' ? undefined : findTesseract()
  if (engine === 'native' && path === undefined)
    throw new OcrSetupError('engine', 'There is no program "tesseract" on the path.')
  const native =
    path === undefined ? undefined : createNativeTesseract({ program: path, data, atOnce, pageTimeoutMs, niceness })
  const compiled = (): TesseractProgram => {
    const local = data === undefined ? packagedLanguageData() : languageDataIn(data)
    const threads = { atOnce, taskTimeoutMs: pageTimeoutMs, idleMs, niceness }
    return createCompiledTesseract({ data: local, ...threads, memoryBytes })
  }
  const isNativeAlone = engine === 'native' || (data === undefined && !isCompiledInstalled())
  const program = native === undefined ? compiled() : isNativeAlone ? native : joinedPrograms(native, compiled())
  const missing = usual.filter((code) => !program.languages.includes(code))
  if (missing.length > 0 || usual.length === 0) {
    throw new OcrSetupError('languages', `There is no data to read these languages with: ${missing.join(', ')}.`)
  }
  return createTesseractEngine(program, {
    usual,
    findsLanguage: settings.languages === undefined,
    atOnce,
    pageTimeoutMs,
    idleMs,
    niceness,
  })
}
