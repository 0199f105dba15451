import type { Finding } from '@chancery/core'
import { languageTag, tesseractCode } from './languages.ts'
import type { OcrEngine } from './ocr-engine.ts'

/** A warning for each language that is expected and that the engine has no data for. */
export function missingLanguages({ languages }: Pick<OcrEngine, 'languages'>, expected: readonly string[]): Finding[] {
  const there = new Set(languages.map(tesseractCode))
  const missing = [...new Set(expected.map(tesseractCode))].filter((code) => !there.has(code))
  return missing.map((code) => ({
    code: 'ocr_language_missing',
    severity: 'warning',
    message: `There is no data for reading pictures in the language ${languageTag(code) ?? code}.`,
  }))
}
