import { editDistance } from '@chancery/core'
import type { Expression } from '@chancery/tags'
import type { XmlElement } from '../../xml/element-tree.ts'
import { attribute } from '../../xml/scan-xml.ts'
import type { Place } from '../../template/carried-places.ts'
import { carryCode } from './carry-code.ts'
import type { CarryContext } from './carry-context.ts'
import { signs } from '../../template/carried-tags.ts'
import { type FieldCode, parseFieldCode } from './field-code.ts'
import { FieldEdits } from './field-edits.ts'
import { formatted, literal, pathOf } from './field-expression.ts'
import { FieldResults } from './field-results.ts'
import { runsOf } from './field-segments.ts'
import { displayed, formatOf, formField, resultText, startOf } from './field-source.ts'
import { type Field, paragraphOf, readFields } from './read-fields.ts'
import { isRecipientBlock } from './recipient-block.ts'
import { type Branch, hasOneStory, isInOneParagraph, removeResult, spreadBranches } from './spread-field.ts'

/** What any field that is read here has in its XML. */
const holdsFields = /w:fldChar|w:fldSimple/
const holdsKnown =
  /MERGE|\bIF\b|\bASK\b|FILLIN|NEXT|SKIPIF|DOC[A-Z]{5}|ADDRES|GREET|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|ffData|<w:instrText[^<>]*>[^<{%]*[{%]|w:instr="[^"{%]*[{%]/i

export const holdsWordFields = (xml: string): boolean => holdsFields.test(xml) && holdsKnown.test(xml)

/** The XML of a part in which fields that a merge fills are marks of tags; the others stay. */
export function carryFields(xml: string, root: XmlElement, context: CarryContext): string {
  return new FieldPass(xml, root, context).run()
}

/** A field within the code of another one, typed with braces of the keyboard. */
const typedField = /\{\s*(?:MERGEFIELD|DOCPROPERTY|DOCVARIABLE|IF)\s[^{}]{1,200}\}/i

/** Fields that are filled, and long enough that a slip is seen. */
const filledTypes = [
  'MERGEFIELD',
  'DOCVARIABLE',
  'DOCPROPERTY',
  'ADDRESSBLOCK',
  'GREETINGLINE',
  'FORMCHECKBOX',
  'FORMDROPDOWN',
]

/** What `MERGEFEILD` and `MERGEFIELDName` were meant as. */
function misspeltType(type: string): string | undefined {
  if (type.length < 8 || type.length > 60 || filledTypes.includes(type)) return undefined
  return filledTypes.find((known) => type.startsWith(known) || editDistance(type, known, 2) <= 2)
}

class FieldPass {
  readonly xml: string
  readonly context: CarryContext
  readonly edits: FieldEdits
  readonly results: FieldResults
  private readonly fields: readonly Field[]

  constructor(xml: string, root: XmlElement, context: CarryContext) {
    this.xml = xml
    this.context = context
    this.edits = new FieldEdits(xml)
    this.fields = [...readFields(xml, root)].sort((a, b) => startOf(a) - startOf(b))
    this.results = new FieldResults(xml, this.fields, context)
  }

  run(): string {
    for (const field of this.fields) if (!field.isNested && !this.edits.isTaken(field)) this.take(field)
    return this.edits.result()
  }

  private take(field: Field): void {
    const code = parseFieldCode(field.code)
    if (code === undefined) return
    const meant = misspeltType(code.type)
    if (meant !== undefined) {
      this.context.note(
        {
          code: 'unknown_field',
          message: `Word knows no field "${code.type.slice(0, 40)}", and it is not filled.`,
          hint: `Did you mean "${meant}"?`,
        },
        displayed(field),
        startOf(field),
      )
    }
    if (code.type === 'MERGEFIELD' && code.args.length === 0) {
      this.context.note(
        {
          code: 'field_not_filled',
          message: 'A field MERGEFIELD has no name, and is not filled.',
          hint: 'Write the name of the value behind it: MERGEFIELD client_name.',
        },
        displayed(field),
        startOf(field),
      )
    }
    if (code.type === 'ASK' || code.type === 'FILLIN') {
      this.context.note(
        {
          code: 'field_not_filled',
          message: `A field ${code.type} asks whoever opens the document in Word; no fill answers it.`,
          hint: 'Write a tag in its place, such as {amount}, and give the answer with the data.',
        },
        displayed(field),
        startOf(field),
      )
    }
    const typed = typedField.exec(field.code)?.[0]
    if (typed !== undefined) {
      this.context.note(
        {
          code: 'typed_field',
          message: `In a field ${code.type} the code of another one is written with braces: Word sees no field in it.`,
          hint: 'Insert it with Ctrl+F9, or write its name alone in the braces: {client_name}.',
        },
        displayed(field),
        startOf(field),
      )
    }
    const form = formField(field)
    if (form !== undefined) {
      // A tag in it says what it is, as in a content control.
      if (!/[{}\ufdd0-\ufdef]/.test(resultText(this.xml, field))) this.optional(field, form)
      return
    }
    if ((code.type === 'DOCVARIABLE' || code.type === 'DOCPROPERTY') && field.nested.length === 0) {
      const [name] = code.args
      if (name === undefined || !field.isWhole) return
      const { expression } = formatted(pathOf(name.text, signs.absent), code)
      const bare = expression.kind === 'path'
      // A format would change the sign for a value that is absent: then the value decides by itself.
      this.optional(field, { place: { kind: 'result' }, expression: bare ? expression : guarded(name.text, code) })
      return
    }
    const segments = this.results.segmentsOf(field, code)
    if (segments === undefined) {
      if (field.isWhole || !this.spread(field, code)) carryCode(field, code, this)
      return
    }
    this.edits.replaceField(field, runsOf(segments))
  }

  /** A field over several paragraphs: what an IF shows stays where it is in its code. False: it cannot be filled. */
  private spread(field: Field, code: FieldCode): boolean {
    if (code.type === 'MERGEFIELD' && isInOneParagraph(field.codePieces) && hasOneStory(field)) {
      const tag = this.results.mergeField({ ...field, isWhole: true }, code)
      if (tag === undefined) return false
      const properties = formatOf(this.xml, field, code)
      this.edits.replaceField(field, runsOf([{ properties, text: this.context.tags.add(tag) }]))
    } else if (isRecipientBlock(code) && hasOneStory(field) && field.nested.length === 0) {
      const lines = parseFieldCode(codeInLines(field))
      if (lines === undefined) return false
      this.edits.replaceField(field, runsOf(this.results.blockSegments(field, lines, formatOf(this.xml, field, code))))
      removeResult(field, this.edits, field.pieces[0])
      return true
    } else if (code.type === 'IF' && hasOneStory(field)) {
      const parsed = this.results.operands.conditionOf(field, code)
      if (parsed === undefined) return false
      const tokens = [parsed.consequent, parsed.alternate]
      if (tokens.some((token) => token !== undefined && !token.isQuoted && token.until > token.from)) return false
      const branches = tokens.flatMap((token, index): readonly Branch[] => {
        if (token === undefined || token.until <= token.from) return []
        const marks = this.results.sectionMarks(field, parsed.condition, index === 1)
        return [{ ...token, ...marks }]
      })
      spreadBranches(this.xml, field, branches, this.edits, (inner) => {
        this.take(inner)
      })
    } else return false
    removeResult(field, this.edits)
    return true
  }

  /** A field that is filled only where the data has its name. */
  private optional(
    field: Field,
    { place, expression }: { readonly place: Place; readonly expression: Expression },
  ): void {
    if (!field.isWhole) return
    const tag = displayed(field)
    const mark = this.context.tags.add({ parsed: { kind: 'value', expression }, tag })
    const { run } = this.context.places.add(place, mark)
    if (field.simple !== undefined) {
      const { contentStart, contentEnd } = field.simple
      if (contentEnd > contentStart) this.edits.replace(contentStart, contentStart, run)
      return
    }
    const separate = field.codePieces.find(
      ({ element }) => element.name === 'w:fldChar' && attribute(element.attributes, 'w:fldCharType') === 'separate',
    )
    const end = field.pieces.at(-1)
    if (separate !== undefined) this.edits.insertAfter(separate, run)
    else if (end !== undefined) this.edits.insertBefore(end, run)
  }
}

/** The code of a field over several paragraphs, each on a line of its own. */
const codeInLines = ({ code, runs }: Field): string =>
  Array.from({ length: code.length }, (_, at) => {
    const [before, here] = [runs[at - 1], runs[at]]
    const isNew = before !== undefined && here !== undefined && paragraphOf(before) !== paragraphOf(here)
    return `${isNew ? '\n' : ''}${code[at] ?? ''}`
  }).join('')

/** A formatted value, or the sign for none. */
const guarded = (name: string, code: FieldCode): Expression => ({
  kind: 'conditional',
  test: {
    kind: 'binary',
    operator: '==',
    left: pathOf(name, signs.absent),
    right: literal(signs.absent),
    start: 0,
    end: 0,
  },
  consequent: literal(signs.absent),
  alternate: formatted(pathOf(name), code).expression,
  start: 0,
  end: 0,
})
