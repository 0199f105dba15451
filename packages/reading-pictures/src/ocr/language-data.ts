import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installHint } from '@chancery/core'
import { installForPictures } from '@chancery/reading/ocr/install-ocr'

/** Local file by Tesseract's code: trained data, gzipped or not. */
export type LanguageData = ReadonlyMap<string, string>

/** What is asked for cannot be had on this machine. Thrown when the engine is made, before any document comes. */
export class OcrSetupError extends Error {
  override readonly name = 'OcrSetupError'
  /** The part of the settings that it is about. */
  readonly setting: 'engine' | 'languages' | 'data'

  constructor(setting: OcrSetupError['setting'], message: string) {
    super(message)
    this.setting = setting
  }
}

/** Of the packages `@tesseract.js-data/*`: written out, so that a bundler sees which files are needed. */
const packaged: Readonly<Record<string, () => string>> = {
  eng: () => import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
  deu: () => import.meta.resolve('@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz'),
  fra: () => import.meta.resolve('@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz'),
  spa: () => import.meta.resolve('@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz'),
  ita: () => import.meta.resolve('@tesseract.js-data/ita/4.0.0_best_int/ita.traineddata.gz'),
  por: () => import.meta.resolve('@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz'),
  nld: () => import.meta.resolve('@tesseract.js-data/nld/4.0.0_best_int/nld.traineddata.gz'),
  osd: () => import.meta.resolve('@tesseract.js-data/osd/4.0.0_best_int/osd.traineddata.gz'),
}

/** A package of another language, where the caller's project or the folder of the start has one. */
function dataPackage(language: string): string | undefined {
  const file = `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`
  return (
    localFile(() => import.meta.resolve(file)) ??
    localFile(() => pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(file)).href)
  )
}

const core = (): string => import.meta.resolve('tesseract.js-core/tesseract-core-relaxedsimd.wasm')

/** Whether compiled Tesseract is installed, with data. */
export const isCompiledInstalled = (): boolean =>
  localFile(core) !== undefined && Object.values(packaged).some((address) => localFile(address) !== undefined)

/**
 * The data that is installed with packages: of the languages that come with it, and of those that are named.
 * @param named Tesseract's codes
 * @throws OcrSetupError where there is none: nothing is ever fetched
 */
export function packagedLanguageData(named: readonly string[]): LanguageData {
  if (!isCompiledInstalled()) throw new OcrSetupError('data', installForPictures)
  const data = new Map<string, string>()
  for (const [language, address] of Object.entries(packaged)) {
    const file = localFile(address)
    if (file !== undefined) data.set(language, file)
  }
  for (const language of named) {
    const file = data.has(language) || !isCode(language) ? undefined : dataPackage(language)
    if (file !== undefined) data.set(language, file)
  }
  return data
}

/** What to install where there is no data for languages. @param missing Tesseract's codes */
export function missingLanguageData(missing: readonly string[]): OcrSetupError {
  const packages = missing.map((code) => `@tesseract.js-data/${code}`)
  return new OcrSetupError(
    'languages',
    `There is no data to read these languages with: ${missing.join(', ')}. ` +
      `${installHint('To read them', packages)} Or put \`${missing[0]}.traineddata\` into the folder of language data.`,
  )
}

const isCode = (language: string): boolean => /^[a-z]{3}(?:_[a-z]{3,4})?$/.test(language)

function localFile(address: () => string): string | undefined {
  try {
    const file = fileURLToPath(address())
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** The data in a folder. @throws OcrSetupError where there is no such folder, or none in it */
export function languageDataIn(folder: string): LanguageData {
  const names = (() => {
    try {
      return readdirSync(folder)
    } catch {
      throw new OcrSetupError('data', 'There is no such folder of language data, or it cannot be read.')
    }
  })()
  const data = new Map<string, string>()
  for (const name of names.sort()) {
    const language = /^(\w+)\.traineddata(?:\.gz)?$/.exec(name)?.[1]
    if (language === undefined || data.has(language)) continue
    // A pipe, of which reading never ends, or a link to nothing.
    if (statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() !== true)
      throw new OcrSetupError('data', `In the folder of language data, \`${name}\` is no file. Take it away.`)
    data.set(language, join(folder, name))
  }
  if (data.size === 0) throw new OcrSetupError('data', 'The folder of language data holds no *.traineddata file.')
  return data
}
