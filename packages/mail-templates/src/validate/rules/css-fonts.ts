import { editDistance } from '@chancery/core'
import type { Words } from '../rule.ts'

/** Fonts that mails name; one that differs by a letter is a slip. */
const usual =
  'arial|helvetica|verdana|georgia|tahoma|calibri|cambria|candara|garamond|courier|courier new|times new roman|trebuchet ms|segoe ui|open sans|roboto|montserrat|lato|helvetica neue|palatino|lucida grande|lucida sans unicode|impact|comic sans ms|sans-serif|serif|monospace|system-ui'.split(
    '|',
  )

/** Marks around the names of fonts: closed, plain, and around one name each. */
export function fontSlip(name: string, value: string): Words | undefined {
  if (!/^font(?:-family)?$/.test(name)) return undefined
  const lost = 'the declaration is lost.'
  if (/[“”„‘’«»]/.test(value))
    return { message: `Typographic quotation marks stand in ${name}; ${lost}`, hint: 'Write plain ones.' }
  const inMarks = Array.from(value.matchAll(/"[^"]*"|'[^']*'/g), ([all]) => all)
  if (/["']/.test(value.replaceAll(/"[^"]*"|'[^']*'/g, '')))
    return { message: `A quotation mark of ${name} has no other; ${lost}`, hint: 'Write one at each end of the name.' }
  if (inMarks.some((each) => each.includes(',')))
    return {
      message: `One pair of quotation marks holds several fonts of ${name}: they are read as one name.`,
      hint: 'Write "Open Sans", Arial, sans-serif.',
    }
  const bare = value.replaceAll(/"[^"]*"|'[^']*'/g, '')
  if (name === 'font-family' && /[a-z] [\w ]{0,100}\b(?:sans-serif|serif|monospace)\s*(?:,|$)/i.test(bare))
    return { message: `A comma is missing between fonts; ${lost}`, hint: 'Write Arial, Helvetica, sans-serif.' }
  for (const family of name === 'font-family' ? value.slice(0, 500).split(',') : []) {
    const said = family.replace(/["']/g, '').trim().toLowerCase()
    const meant =
      usual.includes(said) || said.length < 5 ? undefined : usual.find((known) => editDistance(said, known, 1) === 1)
    if (meant !== undefined) return { message: `No machine has the font "${said}".`, hint: `Did you mean "${meant}"?` }
  }
  return /(?:^|,)\s*sans serif\s*(?:,|$)/i.test(value)
    ? { message: 'The generic font is written with a hyphen.', hint: 'Write sans-serif.' }
    : undefined
}
