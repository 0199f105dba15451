import { escapeXml } from '../../xml/escape-xml.ts'
import { addressText, holdsTag } from '../address-text.ts'
import type { CarryContext } from './carry-context.ts'
import { signs } from '../../template/carried-tags.ts'
import { type FieldCode, parseFieldCode } from './field-code.ts'
import type { FieldEdits } from './field-edits.ts'
import type { FieldResults } from './field-results.ts'
import { displayed, startOf } from './field-source.ts'
import type { Field } from './read-fields.ts'

/** Fields of a merge whose condition cannot be read. */
const unfillable: Readonly<Record<string, string>> = {
  NEXTIF: 'Keep it within one paragraph, and let it compare fields and texts: NEXTIF {MERGEFIELD a} = "b".',
  SKIPIF: 'Keep it within one paragraph, and let it compare fields and texts: SKIPIF {MERGEFIELD a} = "b".',
}

const comparesNothing = 'Let it compare fields and texts: IF {MERGEFIELD a} = "b" "then" "else".'

/** What an IF field without one shows is an error of Word's. */
const comparison = /(?<![=<>])(?:=|<>|[<>]=?)(?![=<>])/

/** The part whose fields are carried, and what is made of them. */
interface Carrying {
  readonly xml: string
  readonly edits: FieldEdits
  readonly results: FieldResults
  readonly context: CarryContext
}

/** Tags in the code of a field that stays, and fields of a merge in it. */
export function carryCode(field: Field, { type }: FieldCode, { xml, edits, results, context }: Carrying): void {
  const { code, nested, simple } = field
  if (
    unfillable[type] !== undefined ||
    nested.length > 0 ||
    (type === 'IF' && (holdsTag(code) || !comparison.test(code)))
  ) {
    const hint = type === 'IF' && !comparison.test(code) ? comparesNothing : unfillable[type]
    const isKnown = /^(?:IF|MERGEFIELD)$/.test(type)
    if (hint !== undefined || isKnown) {
      context.note(
        {
          code: 'field_not_filled',
          message: `A field ${type} is not filled.`,
          hint: hint ?? 'Keep the field within one paragraph, and let it compare fields and texts.',
        },
        displayed(field),
        startOf(field),
      )
      return
    }
  }
  if (type === '=' && (nested.length > 0 || holdsTag(code))) {
    context.note(
      {
        code: 'field_not_filled',
        message: 'A formula is not calculated: its fields are filled, and it shows what it showed before.',
        hint: 'Write it with + - * / and fields alone or as a tag, such as {price * 2}; or update the fields in Word (F9).',
      },
      displayed(field),
      startOf(field),
    )
  }
  if (nested.length === 0 && !holdsTag(code)) return
  const isAddress = type === 'HYPERLINK'
  let index = 0
  let text = ''
  for (const [at, piece] of code.split(signs.nested).entries()) {
    if (at > 0) {
      const inner = nested[index++]
      const innerCode = inner === undefined ? undefined : parseFieldCode(inner.code)
      const tag =
        inner === undefined || innerCode?.type !== 'MERGEFIELD' ? undefined : results.mergeField(inner, innerCode)
      if (tag === undefined) return
      const mark = context.tags.add(tag)
      text += `${signs.value}${mark}${signs.value}`
    }
    text += addressText(piece)
  }
  const { run, sign } = context.places.add({ kind: 'code', isAddress }, escapeXml(text))
  if (simple !== undefined) {
    const { start, contentStart } = simple
    const head = xml.slice(start, contentStart)
    const own = head.replace(/\bw:instr\s*=\s*(?:"[^"]*"|'[^']*')/, () => `w:instr="${sign}"`)
    edits.replace(start, contentStart, run + own)
    return
  }
  const [begin] = field.pieces
  const texts = field.codePieces.filter(({ element }) => element.name === 'w:instrText' || element.name === 'w:t')
  const first = texts[0]
  if (begin === undefined || first === undefined) return
  edits.insertBefore(begin, run)
  const inCode = new Set(nested.flatMap(({ pieces }) => pieces.map(({ element }) => element)))
  for (const piece of [...texts, ...field.pieces.filter(({ element }) => inCode.has(element))]) edits.remove(piece)
  edits.insertInstead(first, `<w:instrText xml:space="preserve">${sign}</w:instrText>`)
}
