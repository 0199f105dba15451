import { anyCase } from '../any-case.ts'
import { candidate } from '../candidate.ts'
import { collapse } from '../text-index.ts'
import type { Finder } from './finding.ts'

/** A number of the German commercial register shows by its letters: `HRB 4711`. */
export const findGermanRegister: Finder = ({ index: { text }, values }) =>
  values
    .of('identifier')
    .filter(({ start, end }) => /^HR[AB] ?\d/u.test(text.slice(start, end)))
    .slice(0, 3)
    .map((value, at) => ({ value, score: 0.75 - at * 0.1, method: 'position' }))

/** What sentences say before the number of a firm in its register: en, de, fr, es, it, pt, nl. */
const registered = new RegExp(
  anyCase(
    String.raw`(?<!\p{L})(?:registered|incorporated|ingeschreven|immatriculée?|inscrit[ae]?|iscritt[ao]|matriculada|eingetragen)(?!\p{L})[^\n.;]{0,90}?(?<!\p{L})(?:number|no\.?|nummer|nr\.?|numéro|n[°º.]|número|numero)[ :]{1,3}((?:\p{Lu}{1,3} ?)?\d[\d-]{4,12})(?![\p{L}\d])`,
  ),
  'gu',
)
const head = 20_000

/** The number of a firm in its register, of a sentence: `registered in England under number OC418822`. */
export const findRegistered: Finder = ({ index: { text } }) =>
  Array.from(text.slice(0, head).matchAll(registered))
    .slice(0, 3)
    .map(({ 0: raw, 1: number = '', index }, at) => {
      const start = index + raw.length - number.length
      return {
        value: candidate('identifier', start, start + number.length, number, 0.9),
        score: 0.66 - at * 0.1,
        method: 'clause',
      }
    })

const courtBefore =
  /(?<!\p{L})((?:Amtsgericht|Registergericht|Handelsregister) \p{Lu}[\p{L}().-]{2,30}(?: (?:am|an der|im|a\.) ?\p{Lu}\p{L}+)?)[ ,:(]{0,3}(?:unter |Nr\. )?$/u

/** The same at the head of an extract: `Handelsregister B des Amtsgerichts Ulm`, `Greffe du tribunal de commerce de Rennes`. */
const courtOfExtract =
  /(?:^|\n)[ \t]{0,20}(?:Handelsregister(?: [AB])? des |Greffe du )((?:Amtsgerichts|[Tt]ribunal (?:de commerce|judiciaire) (?:de |d['’])?)[ ]?\p{Lu}[\p{L}().'’-]{1,30}(?: (?:am|an der|im|a\.) ?\p{Lu}\p{L}+)?)/u

/** The court that keeps a register, as an extract of it says. */
export const findCourtOfExtract: Finder = ({ index: { text } }) => {
  const found = courtOfExtract.exec(text.slice(0, head))
  const court = found?.[1]
  if (!found || court === undefined) return []
  const start = found.index + found[0].length - court.length
  const value = candidate('text', start, start + court.length, collapse(court), 0.9)
  return [{ value, score: 0.74, method: 'position' }]
}

/** The court that keeps the register, right before the number of a firm: `Amtsgericht Zweibrücken, HRB 31877`. */
export const findRegisterCourt: Finder = (finding) =>
  findGermanRegister(finding).flatMap(({ value: { start }, score }) => {
    const before = finding.index.text.slice(Math.max(0, start - 70), start)
    const court = courtBefore.exec(before)
    if (court?.[1] === undefined) return []
    const from = start - before.length + court.index
    return [
      { value: candidate('text', from, from + court[1].length, collapse(court[1]), 0.9), score, method: 'position' },
    ]
  })
