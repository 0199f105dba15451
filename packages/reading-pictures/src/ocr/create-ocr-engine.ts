import { availableParallelism } from 'node:os'
import { createCompiledTesseract } from './compiled-tesseract.ts'
import {
  isCompiledInstalled,
  languageDataIn,
  missingLanguageData,
  OcrSetupError,
  packagedLanguageData,
} from './language-data.ts'
import { tesseractCode } from '@chancery/reading/ocr/languages'
import { scriptOf } from '@chancery/reading/ocr/scripts'
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
  /**
   * BCP 47: the languages to read in where a call names none, the first and those in its script at once (three at the
   * most), any other where a page turns out to be in it. Data of each is installed (`@tesseract.js-data/*`) or in the
   * folder. Absent: English, and what the text turns out to be of those that are there.
   */
  readonly languages?: readonly string[]
  /** Folder with `<language>.traineddata`, for the compiled program also gzipped; what it lacks is what is installed. */
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
/** Each language that a page is read in takes its time. */
const mostAtOnce = 3

/**
 * An engine with all its data on this machine; nothing is ever fetched.
 * @throws OcrSetupError where a language, the folder or the program is not there
 */
export function createOcrEngine(settings: OcrSettings = {}): RunningOcrEngine {
  const { engine = 'auto', languages = ['en'], data, niceness = 0, memoryBytes = 320 * megabyte } = settings
  const { atOnce = Math.max(1, availableParallelism() - 1), pageTimeoutMs = 60_000, idleMs = 30_000 } = settings
  const named = [...new Set(languages.map(tesseractCode))]
  const path = engine === 'tesseract' ? undefined : findTesseract()
  if (engine === 'native' && path === undefined)
    throw new OcrSetupError('engine', 'There is no program "tesseract" on the path.')
  // Also where the program reads it by itself: it would wait for a pipe.
  const own = data === undefined ? [] : languageDataIn(data)
  const native =
    path === undefined ? undefined : createNativeTesseract({ program: path, data, atOnce, pageTimeoutMs, niceness })
  const compiled = (): TesseractProgram => {
    const local = new Map([...(data === undefined || isCompiledInstalled() ? packagedLanguageData(named) : []), ...own])
    const threads = { atOnce, taskTimeoutMs: pageTimeoutMs, idleMs, niceness }
    return createCompiledTesseract({ data: local, ...threads, memoryBytes })
  }
  const isNativeAlone = engine === 'native' || (data === undefined && !isCompiledInstalled())
  const program = native === undefined ? compiled() : isNativeAlone ? native : joinedPrograms(native, compiled())
  const missing = named.filter((code) => !program.languages.includes(code))
  if (missing.length > 0) throw missingLanguageData(missing)
  const usual = named.filter((code) => scriptOf(code) === scriptOf(named[0] ?? '')).slice(0, mostAtOnce)
  if (usual.length === 0) throw new OcrSetupError('languages', 'No language is named.')
  return createTesseractEngine(program, {
    usual,
    candidates: settings.languages === undefined ? program.languages : named,
    atOnce,
    pageTimeoutMs,
    idleMs,
    niceness,
  })
}
