import { createOcrEngine, isOcrInstalled, OcrSetupError, type RunningOcrEngine } from '@chancery/reading-pictures/ocr'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'

/** An engine that reads pictures, until it is closed. */
export type ConfiguredOcr = RunningOcrEngine | undefined

/**
 * The engine that reads pictures, if any is installed. Without any setting it is made at the first picture; whatever was
 * set is checked now.
 * @throws ConfigurationError where a program, folder or language is not there
 */
export function configuredOcr(configuration: Configuration, isBackground: boolean): ConfiguredOcr {
  const { CHANCERY_OCR: engine, CHANCERY_OCR_LANGUAGES: languages, CHANCERY_OCR_DATA: data } = configuration
  if (engine === 'off') return undefined
  const create = (): RunningOcrEngine =>
    createOcrEngine({
      engine,
      ...(isBackground ? { niceness: 19 } : {}),
      ...(languages.length === 0 ? {} : { languages }),
      ...(data === undefined ? {} : { data }),
    })
  if (engine === 'auto' && languages.length === 0 && data === undefined)
    return isOcrInstalled() ? atFirstUse(create) : undefined
  try {
    return create()
  } catch (error) {
    if (!(error instanceof OcrSetupError)) throw error
    throw new ConfigurationError([`${settings[error.setting]}: ${error.message}`])
  }
}

const settings: Readonly<Record<OcrSetupError['setting'], keyof Configuration>> = {
  engine: 'CHANCERY_OCR',
  languages: 'CHANCERY_OCR_LANGUAGES',
  data: 'CHANCERY_OCR_DATA',
}

function atFirstUse(create: () => RunningOcrEngine): RunningOcrEngine {
  let made: RunningOcrEngine | undefined
  const engine = (): RunningOcrEngine => (made ??= create())
  return {
    get id() {
      return engine().id
    },
    get languages() {
      return engine().languages
    },
    recognize: async (picture, options) => engine().recognize(picture, options),
    close: async () => made?.close(),
  }
}
