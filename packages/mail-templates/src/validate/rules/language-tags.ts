import type { Words } from '../rule.ts'

/** As far as its form goes (BCP 47). */
const languageTag = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i

/** The language of a tag, without what is added to it. */
export const mainOf = (tag: string): string => tag.trim().split(/[-_]/, 1)[0]?.toLowerCase() ?? ''

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Of two letters: there are few, and each takes long to be asked. */
const asked = new Map<string, boolean>()

function isLanguage(main: string): boolean {
  const known = asked.get(main) ?? languages.of(main) !== undefined
  asked.set(main, known)
  return known
}

/** Whether a tag that is well formed has a first part of two letters that stands for no language: `jp` is a country. */
function isNoLanguage(tag: string): boolean {
  const main = mainOf(tag)
  return /^[a-z]{2}$/.test(main) && !isLanguage(main)
}

/** Whether the country of a tag is written by another code: `en-UK` is en-GB. */
function isNoCountry(tag: string): boolean {
  const written = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(tag.trim())?.[1]
  if (written === undefined) return false
  const meant = new Intl.Locale(`en-${written}`).region
  return meant === undefined || meant !== written.toUpperCase() || countries.of(meant) === undefined
}

/** What is wrong about a language tag. */
export function languageSlip(tag: string): Words | undefined {
  const said = tag.trim()
  if (!languageTag.test(said)) return { message: `"${said.slice(0, 40)}" is no language tag.` }
  if (isNoLanguage(said))
    return {
      message: `There is no language "${said.slice(0, 40)}".`,
      hint: 'Write that of ISO 639, such as ja, en or uk.',
    }
  return isNoCountry(said)
    ? {
        message: `There is no country with the code in "${said.slice(0, 40)}".`,
        hint: 'Write that of ISO 3166, such as en-GB.',
      }
    : undefined
}
