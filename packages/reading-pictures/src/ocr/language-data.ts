import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

const core = (): string => import.meta.resolve('tesseract.js-core/tesseract-core-relaxedsimd.wasm')

/** Whether compiled Tesseract is installed, with data. */
export const isCompiledInstalled = (): boolean =>
  localFile(core) !== undefined && Object.values(packaged).some((address) => localFile(address) !== undefined)

/** The data that is installed with packages. @throws OcrSetupError where there is none: nothing is ever fetched */
export function packagedLanguageData(): LanguageData {
  if (!isCompiledInstalled()) throw new OcrSetupError('data', installForPictures)
  const data = new Map<string, string>()
  for (const [language, address] of Object.entries(packaged)) {
    const file = localFile(address)
    if (file !== undefined) data.set(language, file)
  }
  return data
}

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
    if (language !== undefined && !data.has(language)) data.set(language, join(folder, name))
  }
  if (data.size === 0) throw new OcrSetupError('data', 'The folder of language data holds no *.traineddata file.')
  return data
}
