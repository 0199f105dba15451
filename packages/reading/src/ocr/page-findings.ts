import type { Finding } from '@chancery/core'
import type { OcrResult } from './ocr-engine.ts'
import { scriptName } from './scripts.ts'

let languageNames: Intl.DisplayNames | undefined
/** "Greek" for "el". */
function languageName(tag: string): string {
  languageNames ??= new Intl.DisplayNames('en', { type: 'language' })
  return languageNames.of(tag) ?? tag
}

/**
 * What is to be said of a page whose picture was read, or was not. What is the same for several pages is the same
 * finding, and is to be said once.
 */
export function pageFindings(page: number, { unread, script, missing = [], seems }: OcrResult): Finding[] {
  const found = missing.map((language) => missingLanguage(language))
  if (script !== undefined) found.push(unknownScript(page, script))
  else if (unread === true) found.push(unreadPage(page))
  if (seems !== undefined) found.push(readAsAnother(seems))
  return found
}

const unreadPage = (page: number): Finding => ({
  code: 'page_not_read',
  severity: 'warning',
  message: `Page ${page} was not read: its picture shows no text, or none that can be made out in a sensible time.`,
})

const unknownScript = (page: number, script: string): Finding => ({
  code: 'script_not_supported',
  severity: 'warning',
  message: `Page ${page} was not read: it looks like ${scriptName(script)} script, and there is no data to read that with.`,
  hint: 'Add the data of its language to those that pictures are read in.',
})

const missingLanguage = (tag: string): Finding => ({
  code: 'ocr_language_missing',
  severity: 'warning',
  message: `There is no data for reading pictures in the language ${tag}.`,
})

const readAsAnother = (tag: string): Finding => ({
  code: 'ocr_language_missing',
  severity: 'warning',
  message: `Pictures seem to be in ${languageName(tag)} (${tag}), which is not among the languages that they are read in: letters that no other language has may be wrong.`,
  hint: 'Add it to the languages that pictures are read in, and its data.',
})
